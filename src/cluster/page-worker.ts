// oxlint-disable-next-line import/default -- the bundler makes this export: the built worker's address
import workerUrl from '../../worker/main.ts?worker&url'
import type { Announcement, FromDoor, FromWorker, RoleMessage, ToDoor, ToWorker } from '../../worker/host/messages.ts'
import { announcementChannel, lifeLock } from '../../worker/host/messages.ts'
import type { Wire } from '../../worker/host/wire.ts'
import { channelWire, portWire } from '../../worker/host/wire.ts'
import type { WorkerMode } from './cluster.ts'

interface PageWorkerOptions {
  readonly mode: WorkerMode
  readonly base: URL
  /** A way to the worker that writes; called again whenever there is another one. */
  readonly attach: (wire: Wire<ToWorker, FromWorker>) => void
  /** The worker that wrote is gone, or this page must not hold on to it. */
  readonly detached: () => void
  /** This page's worker cannot run. */
  readonly failed: (error: Error) => void
}

/** A page's end of `Door` in worker/host/writer.ts. */
interface Door {
  postMessage(message: ToDoor, transfer: Transferable[]): void
  close(): void
}

/** What this browser can do; `wanted` overrides it, for tests. */
export function chooseMode(wanted: string | null): WorkerMode {
  if (wanted === 'shared' || wanted === 'dedicated' || wanted === 'memory') return wanted
  // A sandboxed frame has an origin of its own, without storage, locks or shared workers.
  if (origin === 'null' || !('locks' in navigator)) return 'memory'
  return 'SharedWorker' in globalThis ? 'shared' : 'dedicated'
}

/** Runs this page's API worker, and keeps a way to whichever worker writes until the page goes. */
export class PageWorker {
  readonly #options: PageWorkerOptions
  readonly #channel: BroadcastChannel | undefined
  #door: Door | undefined
  #role: RoleMessage['role'] | undefined
  /** The worker whose life is watched. */
  #watched: string | undefined

  constructor(options: PageWorkerOptions) {
    this.#options = options
    if (options.mode === 'memory') return
    this.#channel = new BroadcastChannel(announcementChannel(options.base.pathname))
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Announcement>) => {
      // While this page's worker stands by, the pipe led to one that has ended.
      if (data.type === 'writer' && this.#role === 'standby') this.#pipe()
    })
    // The back/forward cache would freeze a worker that holds the writer lock, and all other pages with it.
    addEventListener('pagehide', () => this.#stop())
    addEventListener('pageshow', (event) => {
      if (event.persisted) this.start()
    })
  }

  start(): void {
    const { mode, base, failed } = this.#options
    let opened: Door | undefined
    const told = (message: FromDoor): void => {
      if (opened !== this.#door) return
      if (message.type === 'role') this.#take(message)
      else failed(new Error(`The API worker cannot run: ${message.why}`))
    }
    openDoor(mode, base, told, failed).then((door) => (opened = this.#door = door), failed)
  }

  /** A port of one's own to the writer; undefined where another page's worker writes. */
  lend(): MessagePort | undefined {
    if (this.#door === undefined || this.#role !== 'writer') return undefined
    const { port1, port2 } = new MessageChannel()
    this.#door.postMessage({ type: 'link' }, [port1])
    return port2
  }

  #stop(): void {
    this.#door?.close()
    this.#door = undefined
    this.#role = undefined
    this.#watched = undefined
    this.#options.detached()
  }

  #take({ role, id }: RoleMessage): void {
    this.#role = role
    const port = this.lend()
    if (port !== undefined) this.#options.attach(portWire(port))
    else this.#pipe()
    if (this.#watched === id || this.#options.mode === 'memory') return
    this.#watched = id
    // The worker's own lock passes to us when it ends, however it ends.
    void navigator.locks.request(lifeLock(id), () => {
      if (this.#watched !== id) return
      this.#stop()
      this.start()
    })
  }

  /** Another page's worker writes: a channel of our own reaches it without anybody in between. */
  #pipe(): void {
    const pipe = `tabplane:pipe:${crypto.randomUUID()}`
    this.#options.attach(channelWire(pipe))
    this.#channel?.postMessage({ type: 'pipe-wanted', pipe } satisfies Announcement)
  }
}

async function openDoor(
  mode: WorkerMode,
  base: URL,
  told: (message: FromDoor) => void,
  failed: (error: Error) => void,
): Promise<Door> {
  const name = `${mode} ${base.pathname}`
  const listener = (event: MessageEvent<FromDoor>): void => told(event.data)
  const broken = (event: Event): void => {
    const why = event instanceof ErrorEvent && event.message !== '' ? event.message : 'its script cannot be loaded'
    failed(new Error(`The API worker cannot run: ${why}`))
  }
  if (mode === 'shared') {
    const worker = new SharedWorker(workerUrl, { type: 'module', name })
    worker.addEventListener('error', broken)
    worker.port.addEventListener('message', listener)
    worker.port.start()
    return worker.port
  }
  // An origin of its own may not start a worker from ours, but may from a blob; a classic one, in Chromium.
  const worker =
    origin === 'null' && import.meta.env.PROD
      ? new Worker(await wholeWorker(), { name })
      : new Worker(workerUrl, { type: 'module', name })
  worker.addEventListener('error', broken)
  worker.addEventListener('message', listener)
  return { postMessage: (message, transfer) => worker.postMessage(message, transfer), close: () => worker.terminate() }
}

/** A blob has no folder beside it: the script holds everything that the worker would load when needed. */
async function wholeWorker(): Promise<string> {
  // oxlint-disable-next-line import/default -- the bundler makes this export: the built script's address
  const { default: url } = await import('../../worker/main.ts?whole')
  const script = await fetch(url)
  if (!script.ok) throw new Error(`The API worker cannot be loaded: ${url} answered ${script.status}`)
  return URL.createObjectURL(await script.blob())
}
