import fc from 'fast-check'
import type { Item, Wanted } from './reference-model.ts'
import { NAMESPACES } from './server-under-test.ts'

const NAMES = ['m', 'm-n', 'n', 'o'] as const
/** A query, and the condition of the items that it selects. */
const SELECTORS: readonly (readonly [query: string, wanted: Wanted])[] = [
  ['labelSelector=app%3Dx', ({ labels }) => labels['app'] === 'x'],
  ['labelSelector=app!%3Dx', ({ labels }) => labels['app'] !== 'x'],
  ['labelSelector=app+in+(x,y),!gone', ({ labels }) => labels['app'] !== undefined && labels['gone'] === undefined],
  ['fieldSelector=metadata.name%3Dm', ({ place }) => place.endsWith('/m')],
  ['fieldSelector=metadata.name!%3Dm', ({ place }) => !place.endsWith('/m')],
  ['fieldSelector=metadata.namespace%3Da', ({ place }) => place.startsWith('a/')],
]
const LABELS: readonly Item['labels'][] = [{}, { app: 'x' }, { app: 'y' }, { app: 'x', gone: 'yes' }]

const WAYS = ['put', 'put', 'put', 'stale', 'remove', 'patch', 'clear'] as const

const place = fc.tuple(fc.constantFrom(...NAMESPACES), fc.constantFrom(...NAMES))
const namespace = fc.constantFrom('', ...NAMESPACES)
const selector = fc.option(fc.constantFrom(...SELECTORS), { nil: undefined })
/** The distance from the newest revision; a negative distance means a revision that is not reached yet. */
const version = fc.oneof(fc.constant(''), fc.constant('0'), fc.integer({ min: -2, max: 12 }))

/** The steps of a history; fast-check shrinks it to the shortest that still differs. */
export const commands = fc.array(
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({
        do: fc.constant('write' as const),
        how: fc.constantFrom(...WAYS),
        place,
        labels: fc.constantFrom(...LABELS),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('list' as const),
        version,
        match: fc.constantFrom('', '', 'Exact', 'NotOlderThan'),
        limit: fc.constantFrom(0, 0, 1, 2, 5),
        /** The index of the token to send, among those received so far. */
        token: fc.option(fc.nat({ max: 9 }), { nil: undefined }),
        namespace,
        selector,
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('get' as const), version, place }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('watch' as const),
        version,
        namespace,
        selector,
        bookmarks: fc.boolean(),
        seconds: fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 5 }) }) },
    { weight: 1, arbitrary: fc.constant({ do: 'compact' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  ),
  { minLength: 8, maxLength: 45 },
)

export type Command = typeof commands extends fc.Arbitrary<(infer One)[]> ? One : never
export type Of<Name extends Command['do']> = Extract<Command, { do: Name }>
