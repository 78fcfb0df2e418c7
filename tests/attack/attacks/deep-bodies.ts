import { CONFIG_MAPS, refused, type Attack } from '../attack.ts'

export const deepBodies = {
  name: 'JSON of 490, 9,000 and 100,000 levels',
  expected: 'answered, refused, refused',
  async run({ send }) {
    const deep = (levels: number): string => `${'{"data":'.repeat(levels)}1${'}'.repeat(levels)}`
    const headers = { 'content-type': 'application/json' }
    const { status } = await send('POST', CONFIG_MAPS, { headers, body: deep(490) })
    const deeper: string[] = []
    for (const levels of [9000, 100_000])
      deeper.push(refused(await send('POST', CONFIG_MAPS, { headers, body: deep(levels) })))
    return `${status < 500 ? 'answered' : status}, ${deeper.join(', ')}`
  },
} satisfies Attack
