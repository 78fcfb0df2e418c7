import type { Handle } from '../api/exchange.ts'
import { notFound, serviceUnavailable } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import type { DialectName } from '../dialect/dialect.ts'
import type { Log, LogState } from '../store/persistence/log.ts'
import type { ClusterStorage } from './cluster-storage.ts'
import type { LinkedHost } from './link-server.ts'
import type { ClusterControl, ClusterInfo, ClusterStatus } from './messages.ts'
import { watchedLog } from './watched-log.ts'

/** Least milliseconds between two `status` messages of a cluster, so that many writes cause few messages. */
const STATUS_MS = 50

/** Starts a cluster's API server over its log. */
export type StartServer = (dialect: DialectName, log: Log) => Promise<RunningServer>

interface RunningServer {
  readonly handle: Handle
  startControllerManager(): void
  close(): Promise<void>
}

/** The clusters of the writer: opened with the first request for them, open until they are removed. */
export interface ClusterHost extends LinkedHost {
  readonly control: ClusterControl
  /** Closes all databases; later requests fail with `why`. */
  close(why: Error): Promise<void>
}

export function clusterHost(storage: ClusterStorage, clock: Clock, start: StartServer): ClusterHost {
  const { registry } = storage
  const idle = storage.persistence === 'memory' ? 'memory' : 'saved'
  const open = new Map<string, Promise<RunningServer>>()
  const statuses = new Map<string, ClusterStatus>()
  const followers = new Map<string, Set<(status: ClusterStatus) => void>>()
  const due = new Set<string>()
  const writes = new Map<string, LogState['writes']>()
  let startsControllers = false
  let closed: Error | undefined

  const tell = (cluster: string): void => {
    due.delete(cluster)
    const status = statuses.get(cluster)
    if (status !== undefined) for (const listener of followers.get(cluster) ?? []) listener(status)
  }
  const update = (cluster: string, change: Partial<ClusterStatus>): void => {
    const before = statuses.get(cluster) ?? { cluster, phase: 'opening', saved: idle, revision: 0 }
    statuses.set(cluster, { ...before, ...change })
    if (due.has(cluster)) return
    due.add(cluster)
    clock.after(STATUS_MS, () => tell(cluster))
  }

  const known = async (id: string): Promise<ClusterInfo> => {
    if (closed !== undefined) throw serviceUnavailable(closed.message)
    const info = await registry.get(id)
    if (info === undefined) throw notFound({ group: '', resource: 'clusters' }, id)
    return info
  }

  async function startCluster(id: string): Promise<RunningServer> {
    const { dialect } = await known(id)
    const log = watchedLog(
      storage.log(id),
      ({ revision, pending, error }) =>
        update(id, { revision, saved: idle === 'saved' && pending > 0 ? 'saving' : idle, error }),
      (state) => {
        writes.set(id, state.writes)
        update(id, { notice: state.notice })
      },
    )
    try {
      update(id, { phase: 'opening', error: undefined })
      const server = await start(dialect, log)
      update(id, { phase: 'ready' })
      tell(id)
      if (startsControllers) server.startControllerManager()
      return server
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      update(id, { phase: 'failed', error: why })
      throw serviceUnavailable(`the cluster cannot be opened: ${why}`)
    }
  }

  function running(id: string): Promise<RunningServer> {
    let server = open.get(id)
    if (server === undefined) {
      server = startCluster(id)
      open.set(id, server)
      // The next request tries again.
      server.catch(() => open.delete(id))
    }
    return server
  }

  async function register(id: string, dialect: DialectName, name: string): Promise<ClusterInfo> {
    const info = { id, name, dialect, createdAt: clock.now() }
    await registry.put(info)
    return info
  }

  const control: ClusterControl = {
    list: () => registry.list(),
    async open(id) {
      const info = await known(id)
      await running(id)
      return info
    },
    async create({ id, dialect, name }) {
      const info = (await registry.get(id)) ?? (await register(id, dialect, name ?? `Cluster ${id}`))
      await running(id)
      return info
    },
    async rename(id, name) {
      const info = { ...(await known(id)), name }
      await registry.put(info)
      return info
    },
    async fork(id, newId, name) {
      const source = await known(id)
      const copied = await registry.get(newId)
      if (copied !== undefined) return copied
      await storage.copy(id, newId)
      return register(newId, source.dialect, name ?? `Copy of ${source.name}`)
    },
    async remove(id) {
      const server = await open.get(id)
      open.delete(id)
      await server?.close()
      await registry.remove(id)
      await storage.remove(id)
    },
    async startControllers() {
      startsControllers = true
      // A cluster that could not be opened has no controllers.
      for (const started of await Promise.allSettled(open.values()))
        if (started.status === 'fulfilled') started.value.startControllerManager()
    },
  }

  return {
    control,
    async open(cluster) {
      return (await running(cluster)).handle
    },
    applied: (cluster, writeId) => writes.get(cluster)?.get(writeId),
    async close(why) {
      closed = why
      const servers = [...open.values()]
      open.clear()
      // A cluster that could not be opened holds no database.
      await Promise.allSettled(servers.map(async (server) => (await server).close()))
    },
    follow(cluster, listener) {
      const listeners = followers.get(cluster) ?? new Set()
      followers.set(cluster, listeners)
      listeners.add(listener)
      const status = statuses.get(cluster)
      if (status !== undefined) listener(status)
      return () => void listeners.delete(listener)
    },
  }
}
