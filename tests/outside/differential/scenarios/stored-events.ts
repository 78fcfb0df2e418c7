import type { Case } from '../../../conformance/case.ts'
import { CORE, get, groupPath, post, scenario, watched } from './steps.ts'

const PLACES = [`${CORE}/events`, `${groupPath('events.k8s.io', 'v1')}/events`]
const TABLE = { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
const event = (name: string): object => ({
  metadata: { name, namespace: '${ns}' },
  involvedObject: { kind: 'Pod', name: 'p', namespace: '${ns}' },
  reason: 'R',
  type: 'Normal',
})

const QUERIES: readonly string[] = [
  'limit=1', 'limit=1&resourceVersion=0', 'limit=2&resourceVersion=0&resourceVersionMatch=NotOlderThan', 'limit=1&resourceVersion=${rv}', 'limit=1&resourceVersion=${rv}&resourceVersionMatch=NotOlderThan', 'resourceVersion=${rv}&resourceVersionMatch=Exact', 'resourceVersion=x', 'resourceVersion=-1', 'resourceVersion=99999999', 'resourceVersion=99999999&limit=1', 'resourceVersion=18446744073709551615', 'limit=1&resourceVersion=${rv}&fieldSelector=metadata.name=c',
] // prettier-ignore

/** Lists, gets and watches of events, which no cache of the real server holds, and the same reads of a cached kind. */
export const storedEventScenarios = (): Case[] => [
  scenario('list', 'stored-events', [
    post(PLACES[0] ?? '', event('a')),
    post(PLACES[0] ?? '', event('b'), { save: { rv: 'metadata.resourceVersion' } }),
    post(PLACES[0] ?? '', event('c')),
    ...['a', 'b', 'c'].map((name) => post(`${CORE}/configmaps`, { metadata: { name } })),
    ...[...PLACES, `${CORE}/configmaps`].flatMap((path) =>
      QUERIES.flatMap((query) => [
        get(`${path}?${query}`),
        get(`${path}?${query}`, { headers: TABLE }),
        get(`${path}/a?${query}`),
        get(`${path}/none?${query}`),
      ]),
    ),
    ...PLACES.flatMap((path) =>
      ['resourceVersion=0', 'resourceVersion=${rv}', 'resourceVersion=x', 'resourceVersion=99999999'].map((query) =>
        watched(`${path}?watch=1&${query}`, TABLE),
      ),
    ),
  ]),
]
