/** The kinds of write of a cluster. `costs.ts` sends them in this order: a pod is created before it is changed and removed. */
export const OPERATIONS = ['renew', 'nodeStatus', 'create', 'bind', 'podStatus', 'remove', 'event', 'slice'] as const
export type Operation = (typeof OPERATIONS)[number]

/**
 * One kind of write. A watch whose field selector does not match the written object costs nothing, because the store finds the
 * matching watches by an index (worker/store/watcher-set.ts).
 */
export interface Stream {
  readonly operation: Operation
  readonly perSecond: number
  /** The number of watches, on all servers together, that receive each write. */
  readonly receivers: number
}

/** The defaults of a kubelet: it renews its lease every 10 s, and writes an unchanged status every 5 min. */
const RENEW_SECONDS = 10
const STATUS_SECONDS = 300
const PODS_PER_NODE = 30
/** The life of a pod, seconds: with 30 pods on each of 10,000 nodes, 100 start and 100 end each second. */
const POD_SECONDS = 3000
/** Assumed changes of the status: a pod becomes scheduled, initialised and ready, and ends. */
const STATUSES_PER_POD = 4
/** A pod is deleted with a grace period, then for good. */
const REMOVALS_PER_POD = 2
const EVENTS_PER_POD = 6
/** An assumption: for ten pods that start or end, the controller writes one EndpointSlice. */
const SLICES_PER_POD = 0.2
/** The clients that watch all pods and nodes: the scheduler, and controllers in three processes. */
const CONTROLLERS = 4

/** The load of a cluster with a kubelet and a kube-proxy on each node. Each watches its own node; a kubelet watches its pods. */
export function loadOf(nodes: number): Stream[] {
  const pods = (nodes * PODS_PER_NODE) / POD_SECONDS
  const stream = (operation: Operation, perSecond: number, receivers: number): Stream => ({
    operation,
    perSecond,
    receivers,
  })
  return [
    stream('renew', nodes / RENEW_SECONDS, 1),
    stream('nodeStatus', nodes / STATUS_SECONDS, 2 + CONTROLLERS),
    stream('create', pods, CONTROLLERS),
    stream('bind', pods, 1 + CONTROLLERS),
    stream('podStatus', pods * STATUSES_PER_POD, 1 + CONTROLLERS),
    stream('remove', pods * REMOVALS_PER_POD, 1 + CONTROLLERS),
    stream('event', pods * EVENTS_PER_POD, 0),
    // Every kube-proxy watches every EndpointSlice.
    stream('slice', pods * SLICES_PER_POD, nodes + 1),
  ]
}

export const writesPerSecond = (load: readonly Stream[]): number =>
  load.reduce((sum, { perSecond }) => sum + perSecond, 0)

export const deliveriesPerSecond = (load: readonly Stream[]): number =>
  load.reduce((sum, { perSecond, receivers }) => sum + perSecond * receivers, 0)
