import { expect, test } from 'vitest'
import { cases } from './case.ts'
import { profileNames } from './profile.ts'
import { expectKnownDifferences, knownCases, LONGEST_PLAY_MS } from './ratchet.ts'

const others = profileNames().filter((profile) => profile !== 'default' && profile !== 'controllers')

test.each(others)(
  'the profile %s answers as the real server does, except for the known differences',
  (profile) => expectKnownDifferences(profile),
  LONGEST_PLAY_MS,
)

test('every known difference names a recorded case', () => {
  const recorded = profileNames().flatMap((profile) =>
    cases([], profile).map(({ area, name }) => `${profile === 'default' ? '' : `${profile}: `}${area}/${name}`),
  )
  expect(knownCases().filter((name) => !recorded.includes(name))).toEqual([])
})
