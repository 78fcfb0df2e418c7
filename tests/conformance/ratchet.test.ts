import { expect, test } from 'vitest'
import { knownDifferences } from './known-differences.ts'
import { cases, oraclePresent, playAll } from './oracle.ts'

/** The profiles of flags whose cases are held, all of them. Those of an issuer of tokens need it to run. */
const PROFILES = [
  'default',
  'all',
  'controllers',
  'certs',
  'admission',
  'admission2',
  'admission3',
  'admission-deny',
  'admission-psa',
  'webhookauth',
  'webhookauthbeta',
]

const known = knownDifferences(new URL('known-differences.txt', import.meta.url))

/** In the list of known differences a profile stands before the case, unless it is the default one. */
const profileOf = (id: string): string => (id.includes(': ') ? id.slice(0, id.indexOf(': ')) : 'default')

test.skipIf(!oraclePresent).each(PROFILES)(
  'the recorded answers of profile %s are identical but for the known differences (skipped without ../shared/oracle)',
  { timeout: 300_000 },
  async (profile) => {
    const outcomes = await playAll(cases([], profile), profile)
    expect(outcomes.length).toBeGreaterThan(0)
    const nameOf = (id: string): string => (profile === 'default' ? id : `${profile}: ${id}`)
    const differing = new Map(
      outcomes.filter((o) => o.differences.length > 0).map((o) => [nameOf(o.id), o.differences]),
    )
    const unexpected = [...differing].filter(([id]) => !known.has(id)).map(([id, why]) => `${id}: ${why[0]}`)
    const mended = [...known.keys()].filter((id) => profileOf(id) === profile && !differing.has(id))
    expect(
      { unexpected, mended },
      'mended cases leave known-differences.txt; unexpected ones are to be mended',
    ).toEqual({ unexpected: [], mended: [] })
  },
)
