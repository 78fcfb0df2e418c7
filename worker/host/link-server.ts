import { LazyAbortSignal } from '../runtime/lazy-abort-signal.ts'
import type { ApiRequest, ApiResponse, ByteStream, Handle } from '../api/exchange.ts'
import { isByteStream } from '../api/exchange.ts'
import { Pieces } from '../runtime/pieces.ts'
import { internalError, StatusError, tooManyRequests } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import { readToWorker } from './incoming.ts'
import type { ClusterStatus, FromWorker, HelloMessage, RequestMessage, ToWorker } from './messages.ts'
import type { AppliedChange } from '../store/persistence/log.ts'
import type { Wire } from './wire.ts'
import { lostAnswer } from './lost-answer.ts'
import type { RoutedLink, WebhookLinks } from './webhook-links.ts'
import type { WriteLedger } from './write-ledger.ts'
import { errorMessage } from '../runtime/error-message.ts'

/** Milliseconds between two pings while streams are open; they also keep a service worker running. */
const PING_MS = 10_000
/** Silence after which a reader counts as gone and its streams end, milliseconds. */
const LEASE_MS = 30_000
/** Requests in progress on one link, without open streams; more are refused. */
const MAX_REQUESTS = 10_000
/** The most clusters whose status one link follows; the server ignores requests to follow more. */
const MAX_FOLLOWED = 1000

/** The server behind a link; the cluster host implements it. */
export interface LinkedHost {
  /** Starts the cluster unless it runs. @throws StatusError when the cluster does not exist or cannot be opened */
  open(cluster: string): Promise<Handle>
  /** The durable changes of a write that an earlier worker received; undefined without any. */
  applied(cluster: string, writeId: string): readonly AppliedChange[] | undefined
  follow(cluster: string, listener: (status: ClusterStatus) => void): () => void
}

interface LinkServerOptions {
  readonly wire: Wire<FromWorker, ToWorker>
  readonly host: LinkedHost
  readonly ledger: WriteLedger
  readonly clock: Clock
  readonly hello: HelloMessage
  readonly webhooks: Pick<WebhookLinks, 'open'>
  /** Receives the comlink messages of this link, and sends their answers. */
  readonly control: (send: (message: unknown) => void) => (message: unknown) => void
}

interface OpenStream {
  readonly body: ByteStream
  taken(bytes: number): void
}

/** The worker's end of a link: turns messages into requests and answers into messages, until the link closes. */
export function serveLink(options: LinkServerOptions): void {
  new LinkServer(options).start()
}

class LinkServer {
  readonly #options: LinkServerOptions
  readonly #requests = new Map<number, LazyAbortSignal>()
  readonly #streams = new Map<number, OpenStream>()
  readonly #followed = new Map<string, () => void>()
  readonly #control: (message: unknown) => void
  readonly #routed: RoutedLink
  #heardAt: number
  #stopPings: (() => void) | undefined

  constructor(options: LinkServerOptions) {
    this.#options = options
    this.#heardAt = options.clock.elapsed()
    this.#control = options.control((message) => this.#send({ type: 'control', message }))
    this.#routed = options.webhooks.open((message) => this.#send(message))
  }

  start(): void {
    const { wire, hello } = this.#options
    wire.receive((data) => {
      const message = readToWorker(data)
      if (message !== undefined) this.#receive(message)
    })
    wire.closed(() => {
      this.#stopStreams()
      this.#routed.close()
      for (const stop of this.#followed.values()) stop()
    })
    wire.send(hello)
  }

  #send(message: FromWorker, owned?: Uint8Array): void {
    this.#options.wire.send(message, owned)
  }

  #receive(message: ToWorker): void {
    this.#heardAt = this.#options.clock.elapsed()
    switch (message.type) {
      case 'request':
        return void this.#handle(message)
      case 'heard':
        return this.#options.ledger.heard(message.writeId)
      case 'abort':
        return this.#abort(message.id)
      case 'taken':
        return this.#streams.get(message.id)?.taken(message.bytes)
      case 'follow':
        return this.#follow(message.cluster)
      case 'control':
        return this.#control(message.message)
      case 'offer':
      case 'direct':
      case 'webhook-hold':
      case 'webhook-answer':
        return this.#routed.receive(message)
      case 'ping':
        return this.#send({ type: 'pong' })
      case 'pong':
        return
    }
  }

  async #handle(request: RequestMessage): Promise<void> {
    const { id, writeId } = request
    if (this.#requests.has(id)) return
    if (this.#requests.size >= MAX_REQUESTS)
      return this.#answer(id, failed(tooManyRequests(`${MAX_REQUESTS} requests of one page are in progress`)))
    const gone = this.#begin(id)
    if (writeId !== undefined) this.#send({ type: 'accepted', id })
    const run = (): Promise<ApiResponse> => this.#run(request, gone)
    const response = await (writeId === undefined
      ? run()
      : this.#options.ledger.once(writeId, run, request.fetchIdentity))
    this.#requests.delete(id)
    if (!gone.isAborted) this.#answer(id, response)
    else if (response.pieces === undefined && isByteStream(response.body)) response.body.stop()
  }

  #begin(id: number): LazyAbortSignal {
    const gone = new LazyAbortSignal()
    this.#requests.set(id, gone)
    return gone
  }

  async #run(message: RequestMessage, gone: LazyAbortSignal): Promise<ApiResponse> {
    const { cluster, writeId, again } = message
    try {
      const { host } = this.#options
      const handle = await host.open(cluster)
      const request = new LinkedRequest(message, gone)
      if (writeId === undefined) return await handle(request)
      // The log stores the id of a request with its changes.
      const id = request.headers.get('audit-id') ?? writeId
      request.headers.set('audit-id', id)
      const applied = again ? host.applied(cluster, id) : undefined
      return await (applied === undefined ? handle(request) : lostAnswer(handle, request, applied))
    } catch (error) {
      return failed(error)
    }
  }

  #answer(id: number, response: ApiResponse): void {
    const { status, headers, pieces } = response
    if (pieces !== undefined) return this.#answerWith(id, status, headers, pieces.join())
    const { body } = response
    // The bytes may belong to the store: they are copied, never transferred.
    if (!isByteStream(body)) return this.#answerWith(id, status, headers, body.slice())
    this.#send({ type: 'answer', id, status, headers, body: undefined })
    this.#openStream(id, body)
  }

  #answerWith(id: number, status: number, headers: ApiResponse['headers'], owned: Uint8Array): void {
    this.#send({ type: 'answer', id, status, headers, body: owned }, owned)
  }

  #openStream(id: number, body: ByteStream): void {
    let gathered: Uint8Array[] = []
    let untaken = 0
    const flush = (): void => {
      if (gathered.length === 0 || !this.#streams.has(id)) return
      const bytes = new Pieces(gathered).join()
      gathered = []
      this.#send({ type: 'chunk', id, bytes }, bytes)
    }
    this.#streams.set(id, { body, taken: (bytes) => void (untaken = Math.max(0, untaken - bytes)) })
    this.#stopPings ??= this.#options.clock.after(PING_MS, () => this.#ping())
    body.start({
      write(chunk) {
        untaken += chunk.byteLength
        if (gathered.push(chunk) === 1) queueMicrotask(flush)
      },
      end: () => {
        if (!this.#streams.has(id)) return
        flush()
        this.#closeStream(id)
        this.#send({ type: 'end', id })
      },
      backlog: () => untaken,
    })
  }

  #closeStream(id: number): void {
    this.#streams.delete(id)
    if (this.#streams.size > 0) return
    this.#stopPings?.()
    this.#stopPings = undefined
  }

  #stopStreams(): void {
    for (const [id, { body }] of this.#streams) {
      body.stop()
      this.#closeStream(id)
    }
  }

  #ping(): void {
    const { clock } = this.#options
    if (clock.elapsed() - this.#heardAt > LEASE_MS) {
      // A page that resumes from the back/forward cache finds its streams ended and watches again.
      for (const id of this.#streams.keys()) this.#send({ type: 'end', id })
      return this.#stopStreams()
    }
    this.#send({ type: 'ping' })
    this.#stopPings = clock.after(PING_MS, () => this.#ping())
  }

  #abort(id: number): void {
    this.#requests.get(id)?.abort()
    this.#streams.get(id)?.body.stop()
    this.#closeStream(id)
  }

  #follow(cluster: string): void {
    if (this.#followed.size >= MAX_FOLLOWED && !this.#followed.has(cluster)) return
    this.#followed.get(cluster)?.()
    const stop = this.#options.host.follow(cluster, (status) => this.#send({ type: 'status', ...status }))
    this.#followed.set(cluster, stop)
  }
}

class LinkedRequest implements ApiRequest {
  readonly method: string
  readonly url: string
  readonly headers: Map<string, string>
  readonly body?: Uint8Array
  readonly #gone: LazyAbortSignal

  constructor({ method, url, headers, body }: RequestMessage, gone: LazyAbortSignal) {
    this.method = method
    this.url = url
    this.headers = headerMap(headers)
    if (body !== undefined) this.body = body
    this.#gone = gone
  }

  get signal(): AbortSignal {
    return this.#gone.signal
  }
}

function headerMap(headers: RequestMessage['headers']): Map<string, string> {
  const map = new Map<string, string>()
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    const before = map.get(lower)
    map.set(lower, before === undefined ? value : `${before}, ${value}`)
  }
  return map
}

function failed(error: unknown): ApiResponse {
  const { status } = error instanceof StatusError ? error : internalError(errorMessage(error))
  return {
    status: status.code,
    headers: [['content-type', 'application/json']],
    body: new TextEncoder().encode(JSON.stringify(status)),
  }
}
