import { refused, type Attack } from '../attack.ts'

export const longPaths = {
  name: 'paths and queries of %ff up to 1 MB',
  expected: 'refused, refused, refused, refused',
  async run({ send }) {
    const long = await send('GET', `/api/v1/namespaces/${'%ff'.repeat(4_500)}`, { as: 'none' })
    const longer = await send('GET', `/${'%ff'.repeat(20_000)}`, { as: 'none' })
    const longest = await send('GET', `/api/v1/namespaces/${'%ff'.repeat(330_000)}`, { as: 'none' })
    const query = await send('GET', `/api/v1/pods?labelSelector=${'%ff'.repeat(330_000)}`, { as: 'none' })
    return [long, longer, longest, query].map(refused).join(', ')
  },
} satisfies Attack
