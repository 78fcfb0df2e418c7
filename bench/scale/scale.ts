import { hasEtcd } from '../../tests/etcd/etcd-process.ts'
import { dice } from '../../tests/fuzz/dice.ts'
import type { Row } from '../row.ts'
import { deliveriesPerSecond, loadOf, OPERATIONS, writesPerSecond } from './cluster-load.ts'
import { measureCosts } from './costs.ts'
import { simulate } from './simulation.ts'
import { utilisation, type Costs } from './utilisation.ts'

const NODES = [1000, 5000, 10_000] as const
const SERVERS = [1, 3, 10] as const
const ETCD_CORES = 4
const SIMULATED_SECONDS = 60
const SEED = 20
/** Kubernetes' objective for writes of single objects: 99 % within a second. */
const MAX_LATENCY = 1000
const WHOLE = 2 ** 30

/**
 * The size of the clusters that several servers over one etcd can serve. The cost of one write and of one event is measured.
 * The load of a cluster with so many nodes is assumed (cluster-load.ts). The use of each part is computed and simulated.
 */
export async function scaleRows(): Promise<Row[]> {
  if (!hasEtcd()) {
    console.log('servers over etcd are not measured: npm test installs etcd, or name its program in ETCD')
    return []
  }
  const costs = await measureCosts()
  return [
    ...costRows(costs),
    ...NODES.flatMap((nodes) => SERVERS.flatMap((servers) => clusterRows(nodes, servers, costs))),
  ]
}

const ms = (what: string, ours: number): Row => ({ what: `scale: ${what}`, unit: 'ms', ours })

function costRows({ writes, ingest, deliver }: Costs): Row[] {
  return [
    ...OPERATIONS.flatMap((operation) => [
      ms(`CPU of a server for ${operation}`, writes[operation].server),
      ms(`CPU of etcd for ${operation}`, writes[operation].etcd),
    ]),
    ms('CPU of each other server for a write', ingest),
    ms('CPU of 1,000 events that watches receive', deliver * 1000),
  ]
}

function clusterRows(nodes: number, servers: number, costs: Costs): Row[] {
  const load = loadOf(nodes)
  const computed = utilisation(load, costs, servers)
  const { below } = dice(SEED)
  const random = (): number => below(WHOLE) / WHOLE
  const plan = { servers, etcdCores: ETCD_CORES, seconds: SIMULATED_SECONDS, random }
  const simulated = simulate(load, costs, plan)
  const name = `scale: ${nodes.toLocaleString('en')} nodes, ${servers} ${servers === 1 ? 'server' : 'servers'}`
  console.log(
    `${name}: ${Math.round(writesPerSecond(load))} writes/s, ${Math.round(deliveriesPerSecond(load))} events/s to watches`,
  )
  const percent = (what: string, share: number, asComputed: number): Row => ({
    what: `${name}: ${what}`,
    unit: '%',
    ours: share * 100,
    beside: { name: 'computed', figure: asComputed * 100 },
  })
  return [
    percent('the thread of a server', simulated.server, computed.server),
    percent('etcd', simulated.etcd, computed.etcd),
    { what: `${name}: a write, median`, unit: 'ms', ours: simulated.median },
    {
      what: `${name}: a write, p99`,
      unit: 'ms',
      ours: simulated.p99,
      ...(servers === Math.max(...SERVERS) && { goal: { atMost: MAX_LATENCY } }),
    },
  ]
}
