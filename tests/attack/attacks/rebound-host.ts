import { refused, type Attack } from '../attack.ts'

export const reboundHost = {
  name: 'DNS rebinding: a foreign Host',
  expected: 'refused',
  run: async ({ send }) => refused(await send('GET', '/api/v1/secrets', { headers: { host: 'evil.example' } })),
} satisfies Attack
