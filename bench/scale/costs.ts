import { EtcdProcess } from '../../tests/etcd/etcd-process.ts'
import { Connection } from '../http-client.ts'
import { countdown } from '../measure.ts'
import { baselinePod, statusPatch } from '../objects.ts'
import { sendOver } from '../send-over.ts'
import { AUTHORIZATION, oursOver, threadTime, usageOf, type ServerProcess } from '../server-process.ts'
import { OPERATIONS, type Operation } from './cluster-load.ts'
import type { Costs } from './utilisation.ts'

const NODES = 200
const WRITES = 2000
/** Writes before the measurement, so that the code is compiled. */
const WARM_UP = 1000
const AT_ONCE = 16
const WATCHES = 100
const EVENTS = 400

/** The CPU times so far, milliseconds. */
interface Reading {
  /** The server that the writes are sent to. */
  readonly server: number
  /** The server that receives the changes from etcd only. */
  readonly other: number
  readonly etcd: number
}

interface Cluster {
  readonly connections: readonly Connection[]
  readonly url: URL
  read(): Reading
}

type Request = readonly [method: string, path: string, body: object]

const PODS = '/api/v1/namespaces/scale/pods'
const EVENTS_PATH = '/api/v1/namespaces/scale/events'
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/scale/leases'
const SLICES = '/apis/discovery.k8s.io/v1/namespaces/scale/endpointslices'

const podName = (i: number): string => `p${i}`
/** There are more slices and nodes than requests at once, so concurrent updates change different ones. */
const sliceName = (i: number): string => `s${i % NODES}`
const nodeName = (i: number): string => `n${i % NODES}`
const binding = (i: number): object => ({
  metadata: { name: podName(i) },
  target: { kind: 'Node', name: nodeName(i) },
})
const lease = (i: number, time: number): object => ({
  metadata: { name: nodeName(i) },
  spec: { holderIdentity: nodeName(i), leaseDurationSeconds: 40, renewTime: microTime(time) },
})
const microTime = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '000Z')
/** The EndpointSlice of a Service with a hundred Pods. */
const slice = (i: number): object => ({
  metadata: { name: sliceName(i), labels: { 'kubernetes.io/service-name': 'web' } },
  addressType: 'IPv4',
  ports: [{ port: 80 }],
  endpoints: Array.from({ length: 100 }, (_, at) => ({
    addresses: [`10.0.${i % 250}.${at + 1}`],
    conditions: { ready: true },
    nodeName: nodeName(at),
  })),
})
const nodeStatus = (i: number): object => ({
  status: { conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: new Date(i * 1000).toISOString() }] },
})
const event = (i: number): object => ({
  metadata: { name: `e${i}` },
  involvedObject: { kind: 'Pod', namespace: 'scale', name: podName(i) },
  reason: 'Started',
  message: 'Started container c',
  type: 'Normal',
  count: 1,
})

/**
 * The i-th request of each kind of write. All requests of one kind are sent before the requests of the next kind, in
 * the order of OPERATIONS, so a pod exists before it is bound, changed and removed.
 */
const REQUESTS: Readonly<Record<Operation, (i: number) => Request>> = {
  // A kubelet sends an update with the version of the lease. A patch needs no version, and costs a little more.
  renew: (i) => ['PATCH', `${LEASES}/${nodeName(i)}`, lease(i, i * 1000)],
  nodeStatus: (i) => ['PATCH', `/api/v1/nodes/${nodeName(i)}/status`, nodeStatus(i)],
  create: (i) => ['POST', PODS, baselinePod(podName(i), i)],
  bind: (i) => ['POST', `${PODS}/${podName(i)}/binding`, binding(i)],
  podStatus: (i) => ['PATCH', `${PODS}/${podName(i)}/status`, statusPatch(i)],
  event: (i) => ['POST', EVENTS_PATH, event(i)],
  slice: (i) => ['PUT', `${SLICES}/${sliceName(i)}`, slice(i)],
  remove: (i) => ['DELETE', `${PODS}/${podName(i)}`, { gracePeriodSeconds: 0 }],
}

function headersOf(method: string): string {
  const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json'
  return `${AUTHORIZATION}Content-Type: ${type}\r\nUser-Agent: bench/1\r\n`
}

const sendAll = (
  { connections }: Cluster,
  from: number,
  count: number,
  requestOf: (i: number) => Request,
): Promise<void> =>
  sendOver(connections, from, count, (connection, i) => {
    const [method, path, body] = requestOf(i)
    return connection.send(method, path, headersOf(method), JSON.stringify(body))
  })

async function spent(cluster: Cluster, work: () => Promise<unknown>): Promise<Reading> {
  const before = cluster.read()
  await work()
  const after = cluster.read()
  return {
    server: after.server - before.server,
    other: after.other - before.other,
    etcd: after.etcd - before.etcd,
  }
}

/**
 * Starts two servers over one etcd and sends writes to the first one. Measures the CPU time of both servers and of etcd, which
 * other load on the machine changes little.
 */
export async function measureCosts(): Promise<Costs> {
  const etcd = await EtcdProcess.start({ 'unsafe-no-fsync': 'true' })
  const servers: ServerProcess[] = []
  try {
    for (let i = 0; i < 2; i++) servers.push(await oursOver(etcd.url).start())
    const [own, other] = servers
    if (own === undefined || other === undefined) throw new Error('two servers must have started')
    const connections = await Promise.all(Array.from({ length: AT_ONCE }, () => Connection.open(own.url)))
    const read = (): Reading => ({
      server: threadTime(own.pid),
      other: threadTime(other.pid),
      etcd: usageOf([etcd.pid]).cpu,
    })
    const cluster = { connections, url: own.url, read }
    await prepare(cluster)
    const costs = await costsOf(cluster)
    for (const connection of connections) connection.close()
    return costs
  } finally {
    for (const server of servers) await server.stop()
    await etcd.close()
  }
}

async function prepare(cluster: Cluster): Promise<void> {
  const make = (path: string, ...bodies: object[]) =>
    sendAll(cluster, 0, bodies.length, (i) => ['POST', path, bodies[i] ?? {}])
  await make('/api/v1/namespaces', { metadata: { name: 'scale' } })
  await make('/api/v1/namespaces/scale/serviceaccounts', { metadata: { name: 'default' } })
  await make('/api/v1/nodes', ...Array.from({ length: NODES }, (_, i) => ({ metadata: { name: nodeName(i) } })))
  await make(LEASES, ...Array.from({ length: NODES }, (_, i) => lease(i, 0)))
  await make(SLICES, ...Array.from({ length: NODES }, (_, i) => slice(i)))
}

async function costsOf(cluster: Cluster): Promise<Costs> {
  const writes = {} as Record<Operation, { server: number; etcd: number }>
  let ingested = 0
  for (const operation of OPERATIONS) {
    const requestOf = REQUESTS[operation]
    await sendAll(cluster, 0, WARM_UP, requestOf)
    const { server, other, etcd } = await spent(cluster, () => sendAll(cluster, WARM_UP, WRITES, requestOf))
    writes[operation] = { server: server / WRITES, etcd: etcd / WRITES }
    ingested += other
  }
  return {
    writes,
    ingest: ingested / (OPERATIONS.length * WRITES),
    deliver: await eventCost(cluster, writes.slice.server),
  }
}

/** The server's CPU time for one event to one watch, milliseconds. */
async function eventCost(cluster: Cluster, writeCost: number): Promise<number> {
  // Each watch begins with the stored slices.
  const { seen, done } = countdown(WATCHES * (EVENTS + NODES))
  const watches = await Promise.all(Array.from({ length: WATCHES }, () => Connection.open(cluster.url)))
  for (const watch of watches) await watch.stream(`${SLICES}?watch=true&resourceVersion=0`, headersOf('GET'), seen)
  const { server } = await spent(cluster, async () => {
    await sendAll(cluster, 0, EVENTS, REQUESTS.slice)
    await done
  })
  for (const watch of watches) watch.close()
  return Math.max(0, server - EVENTS * writeCost) / (EVENTS * WATCHES)
}
