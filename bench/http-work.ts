import { dialects } from '../worker/dialect/dialect.ts'
import { Connection } from './http-client.ts'
import { sendOver, type Send } from './send-over.ts'
import { bigDefinition, bigObject, DEFINITION_PATH, objectsPath } from './big-definition.ts'
import { countdown, median, time } from './measure.ts'
import { baselineConfigMap, baselinePod } from './objects.ts'
import type { Goal, Row } from './row.ts'
import { AUTHORIZATION } from './server-process.ts'

/** The place of the work: a namespace of a running server that holds only the objects of this phase. */
export interface Site {
  readonly url: URL
  /** Sixteen keep-alive connections. */
  readonly connections: readonly Connection[]
  readonly namespace: string
}

/** One measurement. The later ones use the objects of the earlier ones. */
export interface HttpWork {
  readonly what: string
  readonly unit: Row['unit']
  readonly goal: Goal
  measure(site: Site): Promise<number>
}

const COUNT = 5000
const ONE_BY_ONE = 1000
const LISTS = 7
const WATCHERS = 100
const EVENTS = 200
const BIG_OBJECTS = 50

const TABLE = dialects.k8s.spell('application/json;as=Table;v=v1;g=meta.{domain}')

const headers = (accept = 'application/json', type = 'application/json'): string =>
  `${AUTHORIZATION}Accept: ${accept}\r\nContent-Type: ${type}\r\nUser-Agent: bench/1\r\n`
const PLAIN = headers()
const MERGE = headers(undefined, 'application/merge-patch+json')
const APPLY = headers(undefined, 'application/apply-patch+yaml')
const AS_TABLE = headers(TABLE)

const collection = (resource: string, { namespace }: Site): string => `/api/v1/namespaces/${namespace}/${resource}`

const atOnce = (connections: readonly Connection[], count: number, send: Send): Promise<number> =>
  time(() => sendOver(connections, 0, count, send))

const rate = async (connections: readonly Connection[], count: number, send: Send): Promise<number> =>
  (count * 1000) / (await atOnce(connections, count, send))

const post =
  (to: string, body: object): Send =>
  (connection) =>
    connection.send('POST', to, PLAIN, JSON.stringify(body))

const one = ({ connections }: Site): readonly Connection[] => connections.slice(0, 1)

/** Creates the namespace, with the account that its pods use. */
export async function makeNamespace(site: Site): Promise<void> {
  const [connection] = one(site)
  if (connection === undefined) return
  await post('/api/v1/namespaces', { metadata: { name: site.namespace } })(connection, 0)
  await post(collection('serviceaccounts', site), { metadata: { name: 'default' } })(connection, 0)
}

async function listTime(site: Site, query: string, headerLines: string): Promise<number> {
  const times: number[] = []
  const url = collection('pods', site) + query
  for (let i = 0; i < LISTS; i++) times.push(await atOnce(one(site), 1, (to) => to.send('GET', url, headerLines)))
  return median(times)
}

/** The events per second that watches receive from eight writers. Each watch must receive every event. */
async function deliveries(site: Site): Promise<number> {
  const secrets = collection('secrets', site)
  const { seen, done } = countdown(WATCHERS * EVENTS)
  const watches = await Promise.all(Array.from({ length: WATCHERS }, () => Connection.open(site.url)))
  for (const watch of watches) await watch.stream(`${secrets}?watch=true&resourceVersion=0`, PLAIN, seen)
  const ms = await time(async () => {
    await atOnce(site.connections.slice(0, 8), EVENTS, (to, i) =>
      post(secrets, { metadata: { name: `s${i}` }, stringData: { a: 'x'.repeat(200) } })(to, i),
    )
    await done
  })
  for (const watch of watches) watch.close()
  return (WATCHERS * EVENTS * 1000) / ms
}

/** Waits until objects of the definition are served. */
async function served(connection: Connection, namespace: string): Promise<void> {
  for (;;) {
    try {
      await connection.send('GET', objectsPath(namespace), PLAIN)
      return
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('404')) throw error
    }
  }
}

const rated = (what: string, times: number, measure: HttpWork['measure']): HttpWork => ({
  what,
  unit: '/s',
  goal: { times },
  measure,
})

const listed = (what: string, query: string, headerLines: string): HttpWork => ({
  what,
  unit: 'ms',
  goal: { times: 3 },
  measure: (site) => listTime(site, query, headerLines),
})

const patch = (i: number): string => JSON.stringify({ data: { b: `n${i}` } })

/** The kinds of work, in the order in which they run. */
export const WORK: readonly HttpWork[] = [
  rated('create a ConfigMap, one by one', 2, (site) =>
    rate(one(site), ONE_BY_ONE, (to, i) => post(collection('configmaps', site), baselineConfigMap(`s${i}`, i))(to, i)),
  ),
  rated('create a ConfigMap, 16 at once', 4, (site) =>
    rate(site.connections, COUNT, (to, i) =>
      post(collection('configmaps', site), baselineConfigMap(`c${i}`, i))(to, i),
    ),
  ),
  rated('create a pod, 16 at once', 4, (site) =>
    rate(site.connections, COUNT, (to, i) => post(collection('pods', site), baselinePod(`p${i}`, i))(to, i)),
  ),
  rated('get a ConfigMap, one by one', 2, (site) =>
    rate(one(site), ONE_BY_ONE, (to, i) => to.send('GET', `${collection('configmaps', site)}/c${i}`, PLAIN)),
  ),
  rated('get a ConfigMap, 16 at once', 3, (site) =>
    rate(site.connections, COUNT, (to, i) => to.send('GET', `${collection('configmaps', site)}/c${i}`, PLAIN)),
  ),
  listed('list of 5,000 pods', '', PLAIN),
  listed('label list of 1 % of 5,000 pods', '?labelSelector=shard%3D7', PLAIN),
  listed('Table of 5,000 pods', '', AS_TABLE),
  rated('merge patch of a ConfigMap, 16 at once', 4, (site) =>
    rate(site.connections, COUNT, (to, i) =>
      to.send('PATCH', `${collection('configmaps', site)}/c${i}`, MERGE, patch(i)),
    ),
  ),
  rated('apply to one ConfigMap, one by one', 4, (site) =>
    rate(one(site), 500, (to, i) => {
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c1' }, data: { z: String(i) } }
      const url = `${collection('configmaps', site)}/c1?fieldManager=m&force=true`
      return to.send('PATCH', url, APPLY, JSON.stringify(body))
    }),
  ),
  rated('apply of a new pod, 16 at once', 4, (site) =>
    rate(site.connections, ONE_BY_ONE, (to, i) => {
      const url = `${collection('pods', site)}/ap${i}?fieldManager=m`
      return to.send('PATCH', url, APPLY, JSON.stringify(baselinePod(`ap${i}`, i)))
    }),
  ),
  rated('events to 100 watches', 3, deliveries),
  {
    what: 'create a definition of 500 kB',
    unit: 'ms',
    goal: { times: 2 },
    measure: (site) => atOnce(one(site), 1, post(DEFINITION_PATH, bigDefinition(site.namespace))),
  },
  rated('create its object of 100 kB, one by one', 2, async (site) => {
    for (const connection of one(site)) await served(connection, site.namespace)
    return rate(one(site), BIG_OBJECTS, (to, i) =>
      post(objectsPath(site.namespace), bigObject(site.namespace, i))(to, i),
    )
  }),
]
