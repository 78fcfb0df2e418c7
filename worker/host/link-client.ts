import type { StatusError } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import type { BodyStream } from './body-stream.ts'
import { bodyStream } from './body-stream.ts'
import type { AnswerMessage, FromWorker, RequestMessage, ToWorker, FetchIdentity } from './messages.ts'
import type { Wire } from './wire.ts'

/** The arguments of `fetch`, with the body already read. */
export interface LinkRequest {
  readonly cluster: string
  readonly method: string
  /** Path and query below the cluster: `/api/v1/pods?limit=5`. */
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: Uint8Array
  readonly signal?: AbortSignal
  /** Set for a write that the browser may repeat by itself. */
  readonly fetchIdentity?: FetchIdentity
}

interface LinkClientOptions {
  readonly clock: Clock
  /** Receives the messages that the client does not handle: hello, status, control, webhook, webhook-abort. */
  other(message: FromWorker): void
  /** A body's first bytes, before the worker has sent any. */
  firstBytes?(answer: AnswerMessage): Uint8Array | undefined
  /** Converts a whole body for its Response; without it, the Response has the bytes themselves. */
  wholeBody?(bytes: Uint8Array<ArrayBuffer>): BodyInit
}

interface Exchange {
  message: RequestMessage
  readonly resolve: (response: Response) => void
  readonly reject: (reason: unknown) => void
  /** Removes the listener from the caller's signal, which may outlast many requests. */
  readonly settle: () => void
  /** The generation of the worker that acknowledged this write. */
  acceptedBy: number | undefined
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Status codes without a body: `new Response` throws when one is given. */
const BODILESS = new Set([204, 205, 304])

/** The caller's end of a link, in a page or the service worker: requests in, real Responses out. */
export class LinkClient {
  readonly #options: LinkClientOptions
  readonly #unanswered = new Map<number, Exchange>()
  readonly #bodies = new Map<number, BodyStream>()
  #wire: Wire<ToWorker, FromWorker> | undefined
  #generation = 0
  #lastId = 0
  #heardAt = 0

  constructor(options: LinkClientOptions) {
    this.#options = options
  }

  /** The generation of the connected worker; 0 before its `hello`. */
  get generation(): number {
    return this.#generation
  }

  /** The number of requests without an answer. */
  get waiting(): number {
    return this.#unanswered.size
  }

  /** The number of answers that are still streaming. */
  get streaming(): number {
    return this.#bodies.size
  }

  /** The time of the last message from the worker (`Clock.elapsed`). */
  get heardAt(): number {
    return this.#heardAt
  }

  /**
   * Returns a Response; its body streams when the server streams. Requests wait while there is no link.
   * Rejects with the signal's reason when aborted.
   */
  fetch({ signal, ...request }: LinkRequest): Promise<Response> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      const writeId = READS.has(request.method) ? undefined : this.#options.clock.uuid()
      const message = { type: 'request', id, writeId, body: undefined, ...request } as const
      const aborted = (): void => this.#abandon(id, signal?.reason)
      const settle = (): void => signal?.removeEventListener('abort', aborted)
      signal?.addEventListener('abort', aborted, { once: true })
      this.#unanswered.set(id, { message, resolve, reject, settle, acceptedBy: undefined })
      if (this.#generation > 0) this.send(message)
    })
  }

  /** @param port a port that the message transfers */
  send(message: ToWorker, port?: MessagePort): void {
    this.#wire?.send(message, port)
  }

  /** Uses `wire` after its `hello`, and then resends the unanswered requests. */
  attach(wire: Wire<ToWorker, FromWorker>): void {
    this.detach()
    this.#wire = wire
    this.#heardAt = this.#options.clock.elapsed()
    wire.receive((message) => {
      if (wire === this.#wire) this.#receive(message)
    })
  }

  /**
   * Closes the wire; unanswered requests wait for the next wire. Streams are watches and end normally, so that clients
   * resume from the last resourceVersion; an error ends the watch loop of some clients.
   */
  detach(): void {
    this.#wire?.close()
    this.#wire = undefined
    this.#generation = 0
    for (const body of this.#bodies.values()) body.end()
    this.#bodies.clear()
  }

  /** Answers all waiting requests with `error`. */
  refuse(error: StatusError): void {
    for (const { resolve, settle } of this.#unanswered.values()) {
      settle()
      resolve(statusResponse(error))
    }
    this.#unanswered.clear()
  }

  #receive(message: FromWorker): void {
    this.#heardAt = this.#options.clock.elapsed()
    switch (message.type) {
      case 'answer':
        return this.#answer(message)
      case 'chunk':
        return this.#bodies.get(message.id)?.push(message.bytes)
      case 'end':
        return this.#end(message.id)
      case 'accepted': {
        const exchange = this.#unanswered.get(message.id)
        if (exchange !== undefined) exchange.acceptedBy = this.#generation
        return
      }
      case 'ping':
        return this.send({ type: 'pong' })
      case 'pong':
        return
      case 'hello':
        this.#resume(message.generation)
        return this.#options.other(message)
      default:
        return this.#options.other(message)
    }
  }

  #answer(message: AnswerMessage): void {
    const { id, status, body } = message
    const exchange = this.#unanswered.get(id)
    if (exchange === undefined) return this.send({ type: 'abort', id })
    this.#unanswered.delete(id)
    const { fetchIdentity, writeId } = exchange.message
    if (fetchIdentity !== undefined && writeId !== undefined) this.send({ type: 'heard', writeId })
    // A Response has no status above 599, but a webhook may refuse with one; the Status in the body keeps it.
    const init = { status: Math.min(status, 599), headers: message.headers as [string, string][] }
    if (body === undefined) return exchange.resolve(new Response(this.#openBody(message), init))
    exchange.settle()
    const empty = BODILESS.has(status) || exchange.message.method === 'HEAD'
    exchange.resolve(new Response(empty ? null : this.#wholeBody(body as Uint8Array<ArrayBuffer>), init))
  }

  #wholeBody(bytes: Uint8Array<ArrayBuffer>): BodyInit {
    return this.#options.wholeBody?.(bytes) ?? bytes
  }

  #openBody(answer: AnswerMessage): BodyStream['stream'] {
    const { id } = answer
    const body = bodyStream(
      this.#options.firstBytes?.(answer),
      (bytes) => this.send({ type: 'taken', id, bytes }),
      () => {
        this.#bodies.delete(id)
        this.send({ type: 'abort', id })
      },
    )
    this.#bodies.set(id, body)
    return body.stream
  }

  #end(id: number): void {
    const body = this.#bodies.get(id)
    this.#bodies.delete(id)
    body?.end()
  }

  /** Sends the unanswered requests. A write that another worker received has `again`, so that the worker looks it up first. */
  #resume(generation: number): void {
    this.#generation = generation
    for (const exchange of this.#unanswered.values()) {
      const { acceptedBy } = exchange
      if (acceptedBy !== undefined && acceptedBy !== generation) exchange.message = { ...exchange.message, again: true }
      this.send(exchange.message)
    }
  }

  #abandon(id: number, reason: unknown): void {
    this.send({ type: 'abort', id })
    this.#unanswered.get(id)?.reject(reason)
    this.#unanswered.delete(id)
    this.#bodies.get(id)?.fail(reason)
    this.#bodies.delete(id)
  }
}

/** The answer when no worker is available. It has the form of an answer of the API server. */
function statusResponse({ code, status }: StatusError): Response {
  return Response.json(status, { status: code })
}
