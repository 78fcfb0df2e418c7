import type { Handle } from '../api/exchange.ts'
import { notFound, serviceUnavailable } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import type { Log, LogState } from '../store/persistence/log.ts'
import type { ClusterStorage } from './cluster-storage.ts'
import { type ClusterStatuses, clusterStatuses } from './cluster-statuses.ts'
import type { WebhookCaller } from '../webhooks/backend.ts'
import type { LinkedHost } from './link-server.ts'
import type { ClusterControl, ClusterInfo } from './messages.ts'
import { watchedLog } from './watched-log.ts'
import { lazyWebhookLinks } from './lazy-webhook-links.ts'
import type { WebhookLinks } from './webhook-links.ts'
import { errorMessage } from '../runtime/error-message.ts'

/** Starts a cluster's API server over its log. */
export type StartServer = (info: ClusterInfo, log: Log, callWebhook: WebhookCaller) => Promise<RunningServer>

interface RunningServer {
  readonly handle: Handle
  startControllerManager(): Promise<void>
  close(): Promise<void>
}

/** The clusters of the writer, the API worker that may write. The first request opens a cluster, which stays open until removed. */
export interface ClusterHost extends LinkedHost {
  readonly control: ClusterControl
  readonly webhooks: WebhookLinks
  /** Closes all databases; later requests fail with `why`. */
  close(why: Error): Promise<void>
}

export function clusterHost(storage: ClusterStorage, clock: Clock, start: StartServer): ClusterHost {
  const { registry } = storage
  const statuses = clusterStatuses(clock, idleState(storage))
  const writes: WritesByCluster = new Map()
  const webhooks = lazyWebhookLinks()
  const servers = new Map<string, Promise<RunningServer>>()
  let startsControllers = false
  let closed: Error | undefined

  const registered = async (id: string): Promise<ClusterInfo> => {
    if (closed !== undefined) throw serviceUnavailable(closed.message)
    const info = await registry.get(id)
    if (info === undefined) throw notFound({ group: '', resource: 'clusters' }, id)
    return info
  }

  async function startCluster(id: string): Promise<RunningServer> {
    const info = await registered(id)
    const log = reportingLog(storage, id, { statuses, writes })
    try {
      statuses.update(id, { phase: 'opening', error: undefined })
      const server = await start(info, log, webhooks.caller(id))
      statuses.update(id, { phase: 'ready' })
      statuses.publish(id)
      if (startsControllers) void server.startControllerManager()
      return server
    } catch (error) {
      const why = errorMessage(error)
      statuses.update(id, { phase: 'failed', error: why })
      throw serviceUnavailable(`the cluster cannot be opened: ${why}`)
    }
  }

  function running(id: string): Promise<RunningServer> {
    let server = servers.get(id)
    if (server === undefined) {
      server = startCluster(id)
      servers.set(id, server)
      // The next request tries again.
      server.catch(() => servers.delete(id))
    }
    return server
  }

  async function startControllers(): Promise<void> {
    startsControllers = true
    // A cluster that could not be opened has no controllers.
    for (const started of await Promise.allSettled(servers.values()))
      if (started.status === 'fulfilled') void started.value.startControllerManager()
  }

  return {
    webhooks,
    control: { ...clusterControl({ storage, clock, servers, registered, running }), startControllers },
    async open(cluster) {
      return (await running(cluster)).handle
    },
    applied: (cluster, writeId) => writes.get(cluster)?.get(writeId),
    async close(why) {
      closed = why
      const open = [...servers.values()]
      servers.clear()
      // A cluster that could not be opened holds no database.
      await Promise.allSettled(open.map(async (server) => (await server).close()))
    },
    follow: (cluster, listener) => statuses.follow(cluster, listener),
  }
}

/** The writes that each log remembers, by cluster. */
type WritesByCluster = Map<string, LogState['writes']>

const idleState = ({ persistence }: ClusterStorage): 'memory' | 'saved' =>
  persistence === 'memory' ? 'memory' : 'saved'

/** The log of a cluster, which updates the status of the cluster. */
function reportingLog(
  storage: ClusterStorage,
  id: string,
  { statuses, writes }: { readonly statuses: ClusterStatuses; readonly writes: WritesByCluster },
): Log {
  let idle = idleState(storage)
  let loss: string | undefined
  const log = storage.log(id, (why) => {
    loss = why
    idle = 'memory'
    statuses.update(id, { saved: idle, error: why, notice: why })
  })
  return watchedLog(
    log,
    ({ revision, pending, error }) =>
      statuses.update(id, {
        revision,
        saved: idle === 'saved' && pending > 0 ? 'saving' : idle,
        error: loss ?? error,
      }),
    (state) => {
      writes.set(id, state.writes)
      statuses.update(id, { notice: state.notice })
    },
  )
}

interface ControlContext {
  readonly storage: ClusterStorage
  readonly clock: Clock
  readonly servers: Map<string, Promise<RunningServer>>
  /** The cluster with the id. @throws notFound when there is none, serviceUnavailable after the host was closed */
  readonly registered: (id: string) => Promise<ClusterInfo>
  readonly running: (id: string) => Promise<RunningServer>
}

function clusterControl({
  storage,
  clock,
  servers,
  registered,
  running,
}: ControlContext): Omit<ClusterControl, 'startControllers'> {
  const { registry } = storage

  async function register(cluster: Omit<ClusterInfo, 'createdAt'>): Promise<ClusterInfo> {
    const info = { ...cluster, createdAt: clock.now() }
    await registry.put(info)
    return info
  }

  return {
    list: () => registry.list(),
    async open(id) {
      const info = await registered(id)
      await running(id)
      return info
    },
    async create({ id, name = `Cluster ${id}`, ...cluster }) {
      const info = (await registry.get(id)) ?? (await register({ ...cluster, id, name }))
      await running(id)
      return info
    },
    async rename(id, name) {
      const info = { ...(await registered(id)), name }
      await registry.put(info)
      return info
    },
    async fork(id, newId, name) {
      const source = await registered(id)
      const copied = await registry.get(newId)
      if (copied !== undefined) return copied
      await storage.copy(id, newId)
      const { dialect, settings, epoch = source.createdAt } = source
      const more = settings !== undefined && { settings, epoch }
      return register({ id: newId, dialect, name: name ?? `Copy of ${source.name}`, ...more })
    },
    async remove(id) {
      const server = await servers.get(id)
      servers.delete(id)
      await server?.close()
      await registry.remove(id)
      await storage.remove(id)
    },
  }
}
