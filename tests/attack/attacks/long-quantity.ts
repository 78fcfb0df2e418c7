import { named, refused, type Attack } from '../attack.ts'

export const longQuantity = {
  name: 'a quantity of 500,000 digits',
  expected: 'refused',
  async run({ send }) {
    const spec = { hard: { pods: `1${'0'.repeat(500_000)}` } }
    return refused(await send('POST', '/api/v1/namespaces/default/resourcequotas', { body: named('long', { spec }) }))
  },
} satisfies Attack
