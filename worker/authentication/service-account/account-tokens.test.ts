import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { dialects } from '../../dialect/dialect.ts'
import { BadCredential } from '../authenticator.ts'
import type { TokenKeys } from './account-tokens.ts'
import { toBase64Url } from '../../runtime/bytes.ts'
import { generateKey, importKey, signToken } from '../json-web-token.ts'
import { openAccountTokens } from './open-account-tokens.ts'

const ISSUER = 'https://here'
const account: ApiObject = { metadata: { name: 'a', namespace: 'n', uid: 'u-a' } }

async function cluster(keys?: TokenKeys) {
  const clock = virtualClock()
  const objects = new Map<string, ApiObject>([['serviceaccounts/n/a', account]])
  const signing = keys?.signing ?? (await generateKey())
  const tokens = await openAccountTokens(
    { issuers: [ISSUER, 'https://former'], ...(keys && { keys }) },
    {
      clock,
      dialect: dialects.svc,
      audiences: [ISSUER],
      read: (resource, namespace, name) => objects.get(`${resource}/${namespace}/${name}`),
      ownKeys: () => Promise.resolve({ signing, verifying: [] }),
    },
  )
  const issue = async (grant = {}) => {
    const { token } = await tokens.issue({
      account,
      audiences: [ISSUER],
      seconds: 600,
      warnAfter: 0,
      bound: {},
      ...grant,
    })
    return token
  }
  const ask = (token: string, audiences: readonly string[] = []) => tokens.authenticate(token, audiences, undefined)
  const signed = async (claims: JsonObject) => signToken(await importKey(signing, 'sign'), claims)
  return { clock, objects, tokens, issue, ask, signed }
}

async function signingKey() {
  const signing = await generateKey()
  return { signing, key: await importKey(signing, 'sign') }
}

describe('tokens of service accounts', () => {
  it('identify the account', async () => {
    const { issue, ask } = await cluster()
    expect(await ask(await issue({ bound: { pod: undefined } }))).toEqual({
      username: 'system:serviceaccount:n:a',
      uid: 'u-a',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:n'],
      extra: { 'authentication.svc.io/credential-id': [expect.stringMatching(/^JTI=/)] },
    })
  })

  it('are ignored when another issuer issued them, and refused when the signature is wrong', async () => {
    const { ask, issue, signed } = await cluster()
    expect(await ask(await signed({ iss: 'https://elsewhere' }))).toBeUndefined()
    expect(await ask('a.b.c')).toBeUndefined()
    const token = await issue()
    await expect(ask(`${token.slice(0, -4)}AAAA`)).rejects.toThrow('error in cryptographic primitive')
    const other = await cluster()
    await expect(ask(await other.issue())).rejects.toThrow(BadCredential)
  })

  it.each([
    { exp: '9999999999' },
    { exp: 9_999_999_999, nbf: '0' },
    { exp: 9_999_999_999, iat: true },
    { exp: 9_999_999_999, sub: 1 },
    { exp: 9_999_999_999, aud: [ISSUER, 1] },
  ])('are refused when a claim has another type than RFC 7519 requires: %j', async (claims) => {
    const { ask, signed } = await cluster()
    const own = { namespace: 'n', serviceaccount: { name: 'a', uid: 'u-a' } }
    const token = await signed({ iss: ISSUER, aud: ISSUER, 'svc.io': own, ...claims })
    await expect(ask(token)).rejects.toThrow('go-jose/go-jose/jwt: expected')
  })

  it('have times of 64 bits: the end of a later time is in the past', async () => {
    const { ask, signed } = await cluster()
    const own = { namespace: 'n', serviceaccount: { name: 'a', uid: 'u-a' } }
    const token = (claims: JsonObject) => signed({ iss: ISSUER, aud: ISSUER, 'svc.io': own, exp: 1e12, ...claims })
    await expect(ask(await token({ exp: 1e30 }))).rejects.toThrow('service account token has expired')
    expect(await ask(await token({ nbf: 1e30, iat: 1e30 }))).toBeDefined()
  })

  it('are refused when their header has a `crit` member', async () => {
    const { key, signing } = await signingKey()
    const { ask } = await cluster({ signing, verifying: [] })
    const own = { namespace: 'n', serviceaccount: { name: 'a', uid: 'u-a' } }
    const token = async (header: JsonObject): Promise<string> => {
      const parts = [
        { alg: key.algorithm, ...header },
        { iss: ISSUER, aud: ISSUER, exp: 9_999_999_999, 'svc.io': own },
      ]
      const content = parts.map((part) => toBase64Url(new TextEncoder().encode(JSON.stringify(part)))).join('.')
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
      const signature = await crypto.subtle.sign(algorithm, key.key, new TextEncoder().encode(content))
      return `${content}.${toBase64Url(new Uint8Array(signature))}`
    }
    expect(await ask(await token({}))).toBeDefined()
    for (const crit of [['exp'], 'exp', {}]) {
      await expect(ask(await token({ crit, exp: 1 }))).rejects.toThrow('error in cryptographic primitive')
    }
  })

  it('expire a minute after their exp claim', async () => {
    const { ask, issue, clock } = await cluster()
    const token = await issue()
    clock.advance(655_000)
    expect(await ask(token)).toBeDefined()
    clock.advance(10_000)
    await expect(ask(token)).rejects.toThrow('service account token has expired')
  })

  it('are refused when their account or the object to which they are bound is missing or was replaced', async () => {
    const { ask, issue, objects } = await cluster()
    const plain = await issue()
    const bound = await issue({ bound: { secret: { name: 's', uid: 'u-s' } } })
    await expect(ask(bound)).rejects.toThrow('service account token has been invalidated')
    objects.set('secrets/n/s', { metadata: { name: 's', uid: 'u-s' } })
    expect(await ask(bound)).toBeDefined()
    objects.set('secrets/n/s', { metadata: { name: 's', uid: 'u-2' } })
    await expect(ask(bound)).rejects.toThrow('secret UID (u-2) does not match service account secret ref claim (u-s)')
    objects.set('serviceaccounts/n/a', { metadata: { name: 'a', namespace: 'n', uid: 'u-b' } })
    await expect(ask(plain)).rejects.toThrow('service account UID (u-b) does not match claim (u-a)')
    const deletionTimestamp = '2020-01-01T00:00:00Z'
    objects.set('serviceaccounts/n/a', { metadata: { name: 'a', namespace: 'n', uid: 'u-a', deletionTimestamp } })
    await expect(ask(plain)).rejects.toThrow('service account n/a has been deleted')
    objects.clear()
    await expect(ask(plain)).rejects.toThrow('serviceaccounts "a" not found')
    for (const [namespace, name, fault] of [
      ['n', '', 'resource name may not be empty'],
      ['n', 'a/b', `invalid resource name "a/b": [may not contain '/']`],
      ['n%', 'a', `invalid namespace "n%": [may not contain '%']`],
      ['', 'a', 'an empty namespace may not be set when a resource name is provided'],
    ] as const)
      await expect(issue({ account: { metadata: { namespace, name, uid: 'u' } } }).then(ask)).rejects.toThrow(fault)
  })

  it('are accepted for the audiences that they name, and refused for all others', async () => {
    const { ask, issue } = await cluster()
    const token = await issue({ audiences: ['x', 'y'] })
    expect(await ask(token, ['y', 'z'])).toBeDefined()
    await expect(ask(token)).rejects.toThrow(
      'token audiences ["x" "y"] is invalid for the target audiences ["https://here"]',
    )
  })

  it('that are stored in a Secret are valid while the Secret holds them', async () => {
    const { ask, signed, objects } = await cluster()
    const name = (key: string) => `svc.io/serviceaccount/${key}`
    const token = await signed({
      iss: 'svc/serviceaccount',
      sub: 'system:serviceaccount:n:a',
      [name('namespace')]: 'n',
      [name('secret.name')]: 't',
      [name('service-account.name')]: 'a',
      [name('service-account.uid')]: 'u-a',
    })
    await expect(ask(token)).rejects.toThrow('Token has been invalidated')
    objects.set('secrets/n/t', { metadata: { name: 't' }, data: { token: btoa('another') } })
    await expect(ask(token)).rejects.toThrow("Token does not match server's copy")
    objects.set('secrets/n/t', { metadata: { name: 't' }, data: { token: btoa(token) } })
    expect(await ask(token)).toMatchObject({ username: 'system:serviceaccount:n:a', extra: {} })
  })

  it('cannot be issued without a signing key, and are valid when any of the public keys verifies them', async () => {
    const [first, second] = [await generateKey(), await generateKey()]
    const signing = await cluster({ signing: first, verifying: [] })
    const checking = await cluster({ verifying: [second, first] })
    expect(await checking.ask(await signing.issue())).toBeDefined()
    await expect(checking.issue()).rejects.toThrow('the server has no key to sign tokens with')
    const [published] = await signing.tokens.keySet()
    expect(published?.publicKey).not.toHaveProperty('d')
    expect(published?.algorithm).toBe('ES256')
  })
})
