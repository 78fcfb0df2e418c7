import { isObject } from '../api/json.ts'
import type { Clock } from '../clock/clock.ts'
import { comlinkControl } from './control-channel.ts'
import type { ClusterHost, StartServer } from './cluster-host.ts'
import { clusterHost } from './cluster-host.ts'
import { OutdatedError } from './cluster-registry.ts'
import type { ClusterStorage } from './cluster-storage.ts'
import { serveLink } from './link-server.ts'
import type { Announcement, WorkerState, FromWorker, LinkOffer, ToWorker } from './messages.ts'
import { announcementChannel, livenessLock, writerLock } from './messages.ts'
import { readAnnouncement } from './incoming.ts'
import type { Wire } from './wire.ts'
import { channelWire, portWire } from './wire.ts'
import { writeLedger } from './write-ledger.ts'
import { errorMessage } from '../runtime/error-message.ts'

interface ApiWorkerOptions {
  /** The path of the installation, `/tabplane/`. */
  readonly base: string
  /**
   * The locks that elect the writer; undefined when the clusters are in memory and not shared: this worker is the
   * writer.
   */
  readonly locks: LockManager | undefined
  readonly clock: Clock
  readonly start: StartServer
  /** `outdated` is called when a newer version of the app opens the data. */
  readonly storage: (outdated: () => void) => Promise<ClusterStorage>
}

/** A page's connection to the worker it started: a SharedWorker's port, or a dedicated worker's own scope. */
export interface PageConnection {
  postMessage(message: WorkerState): void
  addEventListener(type: 'message', listener: (event: MessageEvent<LinkOffer>) => void): void
  start?(): void
}

/**
 * One of the API workers of an installation. The holder of the writer lock serves links; the others are standbys, and
 * one of them takes over when the writer ends (ADR 0011).
 */
export function apiWorker(options: ApiWorkerOptions): (connection: PageConnection) => void {
  const { base, locks, clock, start, storage } = options
  const id = clock.uuid()
  const connections = new Set<PageConnection>()
  let state: WorkerState | undefined
  let serve: ((wire: Wire<FromWorker, ToWorker>) => void) | undefined
  let host: ClusterHost | undefined
  let isOutdated = false
  let resign: () => void = () => undefined
  const outdated = new Promise<void>((resolve) => (resign = resolve))

  const become = (next: WorkerState): void => {
    state = next
    for (const connection of connections) connection.postMessage(next)
  }

  async function write(opened: ClusterStorage): Promise<void> {
    const generation = await opened.registry.nextGeneration()
    const served = (host = clusterHost(opened, clock, start))
    const ledger = writeLedger(clock)
    const { webhooks } = served
    const hello = { type: 'hello', generation, persistence: opened.persistence } as const
    const control = comlinkControl(served.control)
    serve = (wire) => serveLink({ wire, host: served, ledger, clock, hello, control, webhooks })
    become({ type: 'role', role: 'writer', id })
    if (locks !== undefined) announce(base, generation, (wire) => serve?.(wire))
  }

  /** Holds the writer lock until the worker ends or resigns; a failed start releases it to the next worker. */
  async function writeForever(opened: ClusterStorage): Promise<void> {
    if (isOutdated) return
    await write(opened)
    await outdated
    serve = undefined
    await host?.close(new OutdatedError())
  }

  async function elect(lock: string, manager: LockManager): Promise<void> {
    void manager.request(livenessLock(id), () => new Promise(() => undefined))
    // Opened before the worker holds the lock: opening makes an older version of the app resign.
    const opened = await storage(resign)
    await manager.request(lock, { ifAvailable: true }, (granted) =>
      granted === null ? undefined : writeForever(opened),
    )
    if (isOutdated) return
    become({ type: 'role', role: 'standby', id })
    await manager.request(lock, () => writeForever(opened))
  }

  const broken = (error: unknown): void => become({ type: 'broken', why: errorMessage(error) })

  const elected = locks === undefined ? storage(resign).then(write) : elect(writerLock(base), locks)
  elected.catch((error: unknown) => broken(isOutdated ? new OutdatedError() : error))
  void outdated.then(() => {
    isOutdated = true
    broken(new OutdatedError())
  })

  return (connection) => {
    connections.add(connection)
    connection.addEventListener('message', (event) => {
      const [port] = event.ports
      if (isObject(event.data) && event.data['type'] === 'link' && port !== undefined) serve?.(portWire(port))
    })
    connection.start?.()
    if (state !== undefined) connection.postMessage(state)
  }
}

/** The maximum number of links over BroadcastChannels. A crashed page cannot close its link, so a new link replaces the oldest. */
const MAX_PIPES = 256

/** Announces the writer of a generation to the pages and the service worker, and serves the wires that they request. */
function announce(base: string, generation: number, serve: (wire: Wire<FromWorker, ToWorker>) => void): void {
  const channel = new BroadcastChannel(announcementChannel(base))
  const pipes = new Map<string, Wire<FromWorker, ToWorker>>()
  channel.addEventListener('message', ({ data }) => {
    const announced = readAnnouncement(data)
    if (announced?.type !== 'pipe-wanted' || pipes.has(announced.pipe)) return
    const wire = channelWire<FromWorker, ToWorker>(announced.pipe)
    const oldest = pipes.size < MAX_PIPES ? undefined : pipes.keys().next().value
    if (oldest !== undefined) {
      pipes.get(oldest)?.close()
      pipes.delete(oldest)
    }
    pipes.set(announced.pipe, wire)
    wire.closed(() => pipes.delete(announced.pipe))
    serve(wire)
  })
  channel.postMessage({ type: 'writer', generation } satisfies Announcement)
}
