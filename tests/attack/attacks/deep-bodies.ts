import { CONFIG_MAPS, refused, type Attack } from '../attack.ts'

export const deepBodies = {
  name: 'JSON of 9,000 and 100,000 levels',
  expected: 'answered, refused',
  async run({ send }) {
    const deep = (levels: number): string => `${'{"data":'.repeat(levels)}1${'}'.repeat(levels)}`
    const headers = { 'content-type': 'application/json' }
    const { status } = await send('POST', CONFIG_MAPS, { headers, body: deep(9000) })
    const deeper = await send('POST', CONFIG_MAPS, { headers, body: deep(100_000) })
    return `${status < 500 ? 'answered' : status}, ${refused(deeper)}`
  },
} satisfies Attack
