import type { Attack } from '../attack.ts'

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const claims = { iss: 'https://kubernetes.default.svc', sub: 'system:serviceaccount:default:default', exp: 9999999999 }
const forged: readonly string[] = [
  `${part({ alg: 'none' })}.${part(claims)}.`,
  `${part({ alg: 'HS256' })}.${part(claims)}.${Buffer.alloc(32).toString('base64url')}`,
  `${part({ alg: 'RS256', crit: ['exp'] })}.${part(claims)}.${Buffer.alloc(256).toString('base64url')}`,
  `${part({ alg: 'RS256' })}.${part({ ...claims, exp: 'never' })}.${Buffer.alloc(256).toString('base64url')}`,
  `${part({ alg: 'ES256' })}.${part(claims)}.${Buffer.alloc(64).toString('base64url')}`,
  'Admin-token',
  '',
]

export const forgedTokens = {
  name: 'forged tokens',
  expected: 'none admitted',
  async run({ send }) {
    const admitted: string[] = []
    for (const token of forged) {
      const { status } = await send('GET', '/api/v1/secrets', {
        as: 'none',
        headers: { authorization: `Bearer ${token}x` },
      })
      if (status < 400) admitted.push(token)
    }
    return admitted.length === 0 ? 'none admitted' : admitted.join(' ')
  },
} satisfies Attack
