import type { Remote } from 'comlink'
import { systemClock } from '../../worker/clock/clock.ts'
import { remoteControl } from '../../worker/host/control-channel.ts'
import { LinkClient } from '../../worker/host/link-client.ts'
import type { ClusterControl, ClusterInfo, FromWorker, NewCluster, ToWorker } from '../../worker/host/messages.ts'
import type { Wire } from '../../worker/host/wire.ts'
import type { ClusterHandle, Clusters, WorkerMode } from './cluster.ts'
import type { OpenHandle } from './handle.ts'
import { noFetch } from './fetch-ready.ts'
import { openHandle } from './handle.ts'
import { chooseMode, PageWorker } from './page-worker.ts'

/** The directory of the app's page. Read at the start, before the address bar changes. */
const base = new URL('.', document.baseURI)

/**
 * Starts or joins the API worker of this browser. `mode` and `?worker=dedicated` (or `shared`, `memory`) in the address
 * override the default mode. Controllers and the installation for offline use start after `settled`. Rejects when no
 * worker can run, with an Error whose message is shown to the user.
 * @param lent Resolves with a port to the worker of another page, which this page uses instead of a separate worker.
 */
export async function connect(
  settled: Promise<void> = Promise.resolve(),
  mode?: WorkerMode,
  lent?: () => Promise<MessagePort>,
): Promise<Clusters> {
  const connection = new Connection(mode ?? chooseMode(new URLSearchParams(location.search).get('worker')))
  await connection.start(settled, lent)
  return connection
}

class Connection implements Clusters {
  readonly mode: WorkerMode
  readonly #handles = new Set<OpenHandle>()
  readonly #client = new LinkClient({ clock: systemClock, other: (message) => this.#receive(message) })
  readonly #remote = remoteControl((message) => this.#client.send({ type: 'control', message }))
  readonly #failure = signal<Error>()
  #worker: PageWorker | undefined
  #linked = false
  #isSettled = false
  /** Both signals are replaced each time the link to the worker is lost. */
  #ready = signal<void>()
  #lost = signal<void>()
  readonly #updated = new Set<() => void>()

  constructor(mode: WorkerMode) {
    this.mode = mode
  }

  async start(settled: Promise<void>, lent?: () => Promise<MessagePort>): Promise<void> {
    const { mode } = this
    const worker = (this.#worker = new PageWorker({
      mode,
      lent,
      base,
      attach: (wire) => this.#attach(wire),
      detached: () => this.#detached(),
      failed: (error) => this.#failed(error),
    }))
    worker.start()
    const failure = await Promise.race([this.#ready.reached, this.#failure.reached])
    if (failure !== undefined) throw failure
    void settled.then(() => {
      this.#isSettled = true
      this.#startControllers()
    })
    if (mode === 'memory') noFetch('the clusters of this page are in its memory (a private window)')
    else void this.#install(worker, settled)
  }

  /**
   * Registers the service worker. A running one may request a port at any time, so it is registered at once; the
   * installation of a new one can wait.
   */
  async #install(worker: PageWorker, settled: Promise<void>): Promise<void> {
    if (!('serviceWorker' in navigator)) return
    if (navigator.serviceWorker.controller === null) await settled
    const { registerServiceWorker } = await import('./service-worker-registration.ts')
    registerServiceWorker(base, worker, () => {
      for (const listener of this.#updated) listener()
    })
  }

  list(): Promise<ClusterInfo[]> {
    return this.#call((control) => control.list())
  }

  async open(id: string): Promise<ClusterHandle> {
    return this.#handleOf(await this.#call((control) => control.open(id)))
  }

  async create(cluster: Omit<NewCluster, 'id'>): Promise<ClusterHandle> {
    const id = newId()
    return this.#handleOf(await this.#call((control) => control.create({ ...cluster, id })))
  }

  async rename(id: string, name: string): Promise<ClusterInfo> {
    const info = await this.#call((control) => control.rename(id, name))
    for (const handle of this.#handles) if (handle.id === id) handle.renamed(info)
    return info
  }

  async fork(id: string, name?: string): Promise<string> {
    const copy = newId()
    await this.#call((control) => control.fork(id, copy, name))
    return copy
  }

  delete(id: string): Promise<void> {
    return this.#call((control) => control.remove(id))
  }

  lend(): MessagePort | undefined {
    return this.#worker?.lend()
  }

  onUpdate(listener: () => void): () => void {
    this.#updated.add(listener)
    return () => void this.#updated.delete(listener)
  }

  /** Repeats a call when its worker is lost. All calls of ClusterControl are idempotent. */
  async #call<T>(ask: (control: Remote<ClusterControl>) => Promise<T>): Promise<T> {
    for (;;) {
      await this.#ready.reached
      const asked = ask(this.#remote.control).then((value) => ({ value }))
      const answer = await Promise.race([asked, this.#lost.reached])
      if (answer !== undefined) return answer.value
    }
  }

  #handleOf(info: ClusterInfo): ClusterHandle {
    const memory = this.mode === 'memory'
    const closed = (): void => void this.#handles.delete(opened)
    const opened = openHandle({ info, base, client: this.#client, memory, closed })
    this.#handles.add(opened)
    this.#client.send({ type: 'follow', cluster: info.id })
    return opened.handle
  }

  #receive(message: FromWorker): void {
    if (message.type === 'control') return this.#remote.receive(message.message)
    if (message.type === 'hello') {
      this.#linked = true
      this.#ready.resolve()
      for (const handle of this.#handles) this.#follow(handle)
      // A new worker starts no controllers before this message.
      if (this.#isSettled) this.#startControllers()
    }
    for (const handle of this.#handles) handle.receive(message)
  }

  /** A new worker has no open clusters, so each page opens its clusters again. */
  #follow(handle: OpenHandle): void {
    this.#client.send({ type: 'follow', cluster: handle.id })
    this.#call((control) => control.open(handle.id)).catch((error: unknown) => handle.failed(String(error)))
  }

  #startControllers(): void {
    this.#call((control) => control.startControllers()).catch((error: unknown) => console.error(error))
  }

  #attach(wire: Wire<ToWorker, FromWorker>): void {
    this.#detached()
    this.#client.attach(wire)
  }

  #detached(): void {
    this.#client.detach()
    if (!this.#linked) return
    this.#linked = false
    for (const handle of this.#handles) handle.detached()
    this.#ready = signal()
    this.#lost.resolve()
    this.#lost = signal()
  }

  /** Reports an error: before the start `connect` rejects with it, later each cluster reports it. */
  #failed(error: Error): void {
    this.#failure.resolve(error)
    for (const handle of this.#handles) handle.failed(error.message)
  }
}

/** Eight letters and digits: 41 bits, enough for one browser's clusters. */
function newId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => letters[byte % letters.length]).join('')
}

interface Signal<T> {
  readonly reached: Promise<T>
  resolve(value: T): void
}

function signal<T>(): Signal<T> {
  let resolve: (value: T) => void = () => undefined
  const reached = new Promise<T>((done) => (resolve = done))
  return { reached, resolve: (value) => resolve(value) }
}
