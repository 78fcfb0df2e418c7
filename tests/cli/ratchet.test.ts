import { expect, test } from 'vitest'
import { knownDifferences } from '../conformance/known-differences.ts'
import { oraclePresent, playFile } from './oracle.ts'

/** The recorded files that are held; another one is added when most of it is identical. */
const FILES = ['10-patch', '40-create', '50-apply', '60-modify']

const known = knownDifferences(new URL('known-differences.txt', import.meta.url))

test.skipIf(!oraclePresent)(
  'the client prints what the real one printed but for the known differences (skipped without ../shared/oracle)',
  { timeout: 120_000 },
  async () => {
    const outcomes = (await Promise.all(FILES.map((file) => playFile(file)))).flat()
    const differing = new Map(outcomes.flatMap((outcome) => [...outcome.differences]))
    const unexpected = [...differing].filter(([id]) => !known.has(id)).map(([id, why]) => `${id}: ${why[0]}`)
    const mended = [...known.keys()].filter((id) => !differing.has(id))
    expect(
      { unexpected, mended },
      'mended commands leave known-differences.txt; unexpected ones are to be mended',
    ).toEqual({ unexpected: [], mended: [] })
  },
)
