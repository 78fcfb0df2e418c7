import { dialects } from '../worker/dialect/dialect.ts'
import { Connection } from './http-client.ts'
import { countdown, each, median, time } from './measure.ts'
import { anchorConfigMap, anchorPod } from './objects.ts'
import type { Goal, Row } from './row.ts'
import { AUTHORIZATION, startServer } from './serve-process.ts'

/**
 * Figures of kube-apiserver 1.30 with etcd (without fsync) over HTTPS on a machine like this, with the same bodies in
 * the same order and a client in Node on the same machine: recorded once, not in this run.
 */
const RECORDED = {
  'create a ConfigMap, 16 at once': [1990, '/s'],
  'create a pod, 16 at once': [1206, '/s'],
  'get a ConfigMap, 16 at once': [3360, '/s'],
  'list of 5,000 pods': [164, 'ms'],
  'label list of 1 % of 5,000 pods': [88, 'ms'],
  'Table of 5,000 pods': [139, 'ms'],
  'merge patch of a ConfigMap, 16 at once': [1570, '/s'],
  'events to 100 watches': [74_400, '/s'],
} as const satisfies Record<string, readonly [figure: number, unit: Row['unit']]>

type What = keyof typeof RECORDED
type Figure = (what: What, figure: number) => void

const GOAL: Goal = { times: 3 }
const COUNT = 5000
const LISTS = 7
const WATCHERS = 100
const EVENTS = 200

const WARM_UP = 4000

const NAMESPACE = 'bench'
/** Unmeasured work uses another namespace, so that the measured collections hold only measured objects. */
const OTHER = '/api/v1/namespaces/default'
const CORE = `/api/v1/namespaces/${NAMESPACE}`
const CONFIG_MAPS = `${CORE}/configmaps`
const PODS = `${CORE}/pods`
const TABLE = dialects.k8s.spell('application/json;as=Table;v=v1;g=meta.{domain}')

const headers = (accept = 'application/json', type = 'application/json'): string =>
  `${AUTHORIZATION}Accept: ${accept}\r\nContent-Type: ${type}\r\nUser-Agent: bench/1\r\n`
const PLAIN = headers()
const MERGE = headers(undefined, 'application/merge-patch+json')
const AS_TABLE = headers(TABLE)

/** Our server over HTTP on Node, in its own process, over keep-alive connections. */
export async function httpRows(): Promise<Row[]> {
  const server = await startServer()
  const rows: Row[] = []
  const figure: Figure = (what, ours) => {
    const [recorded, unit] = RECORDED[what]
    const beside = { name: 'kube-apiserver, recorded', figure: recorded }
    rows.push({ what: `http: ${what}`, unit, ours, beside, goal: GOAL })
  }
  try {
    const connections = await Promise.all(Array.from({ length: 16 }, () => Connection.open(server.url)))
    await prepare(connections)
    await writesAndReads(connections, figure)
    await lists(connections, figure)
    await patches(connections, figure)
    await fanOut(connections, server.url, figure)
    for (const connection of connections) connection.close()
  } finally {
    await server.stop()
  }
  return rows
}

type Send = (connection: Connection, i: number) => Promise<unknown>

async function atOnce(connections: readonly Connection[], count: number, send: Send): Promise<number> {
  const free = [...connections]
  return time(() =>
    each(0, count, connections.length, async (i) => {
      const connection = free.pop()
      if (connection === undefined) throw new Error('there must be a connection for each request under way')
      await send(connection, i)
      free.push(connection)
    }),
  )
}

const rate = async (connections: readonly Connection[], count: number, send: Send): Promise<number> =>
  (count * 1000) / (await atOnce(connections, count, send))

const post = (to: string, body: object) => (connection: Connection) =>
  connection.send('POST', to, PLAIN, JSON.stringify(body))

/** Creates the namespace, and runs each kind of work unmeasured, so that no measurement includes compilation. */
async function prepare(connections: readonly Connection[]): Promise<void> {
  await atOnce(connections.slice(0, 1), 1, post('/api/v1/namespaces', { metadata: { name: NAMESPACE } }))
  await atOnce(connections, WARM_UP, (to, i) => post(`${OTHER}/configmaps`, anchorConfigMap(`c${i}`))(to))
  await atOnce(connections, WARM_UP, (to, i) => post(`${OTHER}/pods`, anchorPod(`p${i}`, i))(to))
  await atOnce(connections, WARM_UP, (to, i) => to.send('GET', `${OTHER}/configmaps/c${i}`, PLAIN))
  await atOnce(connections, WARM_UP, (to, i) => to.send('PATCH', `${OTHER}/configmaps/c${i}`, MERGE, patch(i)))
}

const patch = (i: number): string => JSON.stringify({ data: { b: `n${i}` } })

async function writesAndReads(connections: readonly Connection[], figure: Figure): Promise<void> {
  figure(
    'create a ConfigMap, 16 at once',
    await rate(connections, COUNT, (to, i) => post(CONFIG_MAPS, anchorConfigMap(`c${i}`, i))(to)),
  )
  figure('create a pod, 16 at once', await rate(connections, COUNT, (to, i) => post(PODS, anchorPod(`p${i}`, i))(to)))
  figure(
    'get a ConfigMap, 16 at once',
    await rate(connections, 2 * COUNT, (to, i) => to.send('GET', `${CONFIG_MAPS}/c${i % COUNT}`, PLAIN)),
  )
}

async function lists(connections: readonly Connection[], figure: Figure): Promise<void> {
  const one = connections.slice(0, 1)
  const ask = async (what: What, url: string, asked: string) => {
    const times: number[] = []
    for (let i = 0; i < LISTS; i++) times.push(await atOnce(one, 1, (to) => to.send('GET', url, asked)))
    figure(what, median(times))
  }
  await ask('list of 5,000 pods', PODS, PLAIN)
  await ask('label list of 1 % of 5,000 pods', `${PODS}?labelSelector=shard%3D7`, PLAIN)
  await ask('Table of 5,000 pods', PODS, AS_TABLE)
}

async function patches(connections: readonly Connection[], figure: Figure): Promise<void> {
  figure(
    'merge patch of a ConfigMap, 16 at once',
    await rate(connections, COUNT, (to, i) => to.send('PATCH', `${CONFIG_MAPS}/c${i}`, MERGE, patch(i))),
  )
}

/** Eight writers, and watches of which each must receive every event. */
async function fanOut(connections: readonly Connection[], url: URL, figure: Figure): Promise<void> {
  await deliveries(connections, url, `${OTHER}/secrets`)
  figure('events to 100 watches', (WATCHERS * EVENTS * 1000) / (await deliveries(connections, url, `${CORE}/secrets`)))
}

/** Milliseconds until every watch has received every event. */
async function deliveries(connections: readonly Connection[], url: URL, secrets: string): Promise<number> {
  const { seen, done } = countdown(WATCHERS * EVENTS)
  const watches = await Promise.all(Array.from({ length: WATCHERS }, () => Connection.open(url)))
  for (const watch of watches) await watch.stream(`${secrets}?watch=true&resourceVersion=0`, PLAIN, seen)
  const ms = await time(async () => {
    await atOnce(connections.slice(0, 8), EVENTS, (to, i) =>
      post(secrets, { metadata: { name: `s${i}` }, stringData: { a: 'x'.repeat(200) } })(to),
    )
    await done
  })
  for (const watch of watches) watch.close()
  return ms
}
