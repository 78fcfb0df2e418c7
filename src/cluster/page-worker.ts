// oxlint-disable-next-line import/default -- the bundler makes this export: the built worker's address
import workerUrl from '../../worker/main.ts?worker&url'
import type {
  Announcement,
  WorkerState,
  FromWorker,
  RoleMessage,
  LinkOffer,
  ToWorker,
} from '../../worker/host/messages.ts'
import { announcementChannel, livenessLock } from '../../worker/host/messages.ts'
import type { Wire } from '../../worker/host/wire.ts'
import { channelWire, portWire } from '../../worker/host/wire.ts'
import type { WorkerMode } from './cluster.ts'

interface PageWorkerOptions {
  readonly mode: WorkerMode
  readonly base: URL
  /** The port to the worker of another page. With it, this page starts no worker. */
  readonly lent?: (() => Promise<MessagePort>) | undefined
  /** Called with a port to the writing worker, and again when another worker becomes the writer. */
  readonly attach: (wire: Wire<ToWorker, FromWorker>) => void
  /** Called when the writing worker has ended, or when this page must release its port. */
  readonly detached: () => void
  /** Called when this page's worker cannot run. */
  readonly failed: (error: Error) => void
}

/** The page's end of a `PageConnection` (worker/host/writer.ts). */
interface WorkerConnection {
  postMessage(message: LinkOffer, transfer: Transferable[]): void
  close(): void
}

/** The best mode that this browser supports; `wanted` overrides it in tests. */
export function chooseMode(wanted: string | null): WorkerMode {
  if (wanted === 'shared' || wanted === 'dedicated' || wanted === 'memory') return wanted
  // A sandboxed frame has an opaque origin, without storage, locks or shared workers.
  if (origin === 'null' || !('locks' in navigator)) return 'memory'
  return 'SharedWorker' in globalThis ? 'shared' : 'dedicated'
}

/** Runs this page's API worker, and keeps a port to the writing worker until the page unloads. */
export class PageWorker {
  readonly #options: PageWorkerOptions
  readonly #channel: BroadcastChannel | undefined
  #connection: WorkerConnection | undefined
  #role: RoleMessage['role'] | undefined
  /** The id of the worker whose lock this page waits for. */
  #watched: string | undefined

  constructor(options: PageWorkerOptions) {
    this.#options = options
    if (options.mode === 'memory') return
    this.#channel = new BroadcastChannel(announcementChannel(options.base.pathname))
    this.#channel.addEventListener('message', ({ data }: MessageEvent<{ readonly type?: unknown } | null>) => {
      // This page's worker is on standby, so the previous writer has ended, and its pipe is closed.
      if (data?.type === 'writer' && this.#role === 'standby') this.#pipe()
    })
    // In the back/forward cache, a worker that holds the writer lock would be frozen, and block all other pages.
    addEventListener('pagehide', () => this.#stop())
    addEventListener('pageshow', (event) => {
      if (event.persisted) this.start()
    })
  }

  start(): void {
    const { mode, base, failed, lent, attach } = this.#options
    if (lent) return void lent().then((port) => attach(portWire(port)), failed)
    let opened: WorkerConnection | undefined
    const receive = (message: WorkerState): void => {
      if (opened !== this.#connection) return
      if (message.type === 'role') this.#take(message)
      else failed(new Error(`The API worker cannot run: ${message.why}`))
    }
    openConnection(mode, base, receive, failed).then((connection) => (opened = this.#connection = connection), failed)
  }

  /** A direct port to the writer; undefined when another page's worker writes. */
  lend(): MessagePort | undefined {
    if (this.#connection === undefined || this.#role !== 'writer') return undefined
    const { port1, port2 } = new MessageChannel()
    this.#connection.postMessage({ type: 'link' }, [port1])
    return port2
  }

  #stop(): void {
    this.#connection?.close()
    this.#connection = undefined
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
    // This page receives the worker's lock when the worker ends for any reason.
    void navigator.locks.request(livenessLock(id), () => {
      if (this.#watched !== id) return
      this.#stop()
      this.start()
    })
  }

  /** Connects this page to the writing worker of another page, directly by a message channel. */
  #pipe(): void {
    const pipe = `tabplane:pipe:${crypto.randomUUID()}`
    this.#options.attach(channelWire(pipe))
    this.#channel?.postMessage({ type: 'pipe-wanted', pipe } satisfies Announcement)
  }
}

async function openConnection(
  mode: WorkerMode,
  base: URL,
  receive: (message: WorkerState) => void,
  failed: (error: Error) => void,
): Promise<WorkerConnection> {
  const name = `${mode} ${base.pathname}`
  const listener = (event: MessageEvent<WorkerState>): void => receive(event.data)
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
  // A page with an opaque origin can start a worker only from a blob, not from the app's origin. In Chromium it must be a
  // classic worker.
  const worker =
    origin === 'null' && import.meta.env.PROD
      ? new Worker(await wholeWorker(), { name })
      : new Worker(workerUrl, { type: 'module', name })
  worker.addEventListener('error', broken)
  worker.addEventListener('message', listener)
  return { postMessage: (message, transfer) => worker.postMessage(message, transfer), close: () => worker.terminate() }
}

/** A blob cannot import relative modules, so the script includes all lazily loaded modules. */
async function wholeWorker(): Promise<string> {
  // oxlint-disable-next-line import/default -- the bundler makes this export: the built script's address
  const { default: url } = await import('../../worker/main.ts?whole')
  const script = await fetch(url)
  if (!script.ok) throw new Error(`The API worker cannot be loaded: ${url} answered ${script.status}`)
  return URL.createObjectURL(await script.blob())
}
