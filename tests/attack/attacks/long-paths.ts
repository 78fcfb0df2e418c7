import { refused, type Attack } from '../attack.ts'

export const longPaths = {
  name: 'paths of %ff up to 60 KB',
  expected: 'refused, refused',
  async run({ send }) {
    const long = await send('GET', `/api/v1/namespaces/${'%ff'.repeat(4_500)}`, { as: 'none' })
    const longer = await send('GET', `/${'%ff'.repeat(20_000)}`, { as: 'none' })
    return `${refused(long)}, ${refused(longer)}`
  },
} satisfies Attack
