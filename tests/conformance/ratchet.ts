import { expect } from 'vitest'
import { bundledProgram } from '../bundled-program.ts'
import { type Case, cases } from './case.ts'
import type * as InProcessPlay from './in-process-play.ts'
import { knownDifferences } from './known-differences.ts'

const known = knownDifferences(new URL('known-differences.txt', import.meta.url))

/** The list of known differences names the profile before the case, unless it is the default one. */
const nameIn = (profile: string, id: string): string => (profile === 'default' ? id : `${profile}: ${id}`)

/** Milliseconds for the cases of a profile: a guard against a hang. A busy machine may take ten minutes for hundreds of them. */
export const LONGEST_PLAY_MS = 1_800_000

/** The areas that `npm run test:quick` chooses; undefined, which means all, in other runs. */
const wantedAreas = process.env.RECORDED_AREAS?.split(',')

/** Expects that exactly the known cases of a profile differ, among the chosen ones. */
export async function expectKnownDifferences(
  profile: string,
  isChosen: (c: Case) => boolean = () => true,
): Promise<void> {
  const list = cases([], profile).filter((c) => isChosen(c) && (wantedAreas?.includes(c.area) ?? true))
  if (wantedAreas === undefined) expect(list.length).toBeGreaterThan(0)
  const { playInProcess } = await bundledProgram<typeof InProcessPlay>('tests/conformance/in-process-play.ts')
  const outcomes = await playInProcess(list, profile)
  const names = new Set(outcomes.map(({ id }) => nameIn(profile, id)))
  const differing = new Map(
    outcomes
      .filter(({ differences }) => differences.length > 0)
      .map(({ id, differences }) => [nameIn(profile, id), differences]),
  )
  const unexpected = [...differing].filter(([id]) => !known.has(id)).map(([id, why]) => `${id}: ${why[0]}`)
  const mended = [...known.keys()].filter((id) => names.has(id) && !differing.has(id))
  expect({ unexpected, mended }, 'a mended case leaves known-differences.txt; an unexpected one is a defect').toEqual({
    unexpected: [],
    mended: [],
  })
}

export const knownCases = (): string[] => [...known.keys()]

/** The areas of half of the cases without webhooks in the default profile. */
const OBJECT_AREAS = ['apply', 'kinds', 'patch', 'validation']

/**
 * The part of the default profile to which a case belongs; a separate process plays each part. Webhooks have timeouts of a
 * second, and in a process that also plays other cases, their calls would wait for these cases.
 */
export function partOf({ hooks, area }: Case): 'webhooks' | 'objects' | 'requests' {
  if (hooks !== undefined) return 'webhooks'
  return OBJECT_AREAS.includes(area) ? 'objects' : 'requests'
}
