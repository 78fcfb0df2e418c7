import type { StatusError } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import type { BodyStream } from './body-stream.ts'
import { bodyStream } from './body-stream.ts'
import type { AnswerMessage, FromWorker, RequestMessage, ToWorker, Twin } from './messages.ts'
import type { Wire } from './wire.ts'

/** What `fetch` is given, with the body read already. */
export interface LinkRequest {
  readonly cluster: string
  readonly method: string
  /** Path and query below the cluster: `/api/v1/pods?limit=5`. */
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: Uint8Array
  readonly signal?: AbortSignal
  /** Of a write that the browser may repeat by itself. */
  readonly twin?: Twin
}

interface LinkClientOptions {
  readonly clock: Clock
  /** What the client does not use up itself: hello, status, control. */
  other(message: FromWorker): void
  /** A body's first bytes, before the worker has sent any. */
  firstBytes?(answer: AnswerMessage): Uint8Array | undefined
}

interface Exchange {
  message: RequestMessage
  readonly resolve: (response: Response) => void
  readonly reject: (reason: unknown) => void
  /** Takes the listener off the caller's signal, which may outlive many requests. */
  readonly settle: () => void
  /** The generation of the worker that said it received this write. */
  acceptedBy: number | undefined
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Answers that must not have a body: `new Response` refuses one. */
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

  /** Of the worker behind the wire; 0 until it said hello. */
  get generation(): number {
    return this.#generation
  }

  /** How many requests have no answer yet. */
  get waiting(): number {
    return this.#unanswered.size
  }

  /** How many answers still stream. */
  get streaming(): number {
    return this.#bodies.size
  }

  /** When the other end was last heard (`Clock.elapsed`). */
  get heardAt(): number {
    return this.#heardAt
  }

  /**
   * Answers with a real Response; its body streams where the server streams. Requests wait while there is no link.
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

  send(message: ToWorker): void {
    this.#wire?.send(message)
  }

  /** Speaks over `wire` from now on, once it said hello. What was unanswered is sent again where that is safe. */
  attach(wire: Wire<ToWorker, FromWorker>): void {
    this.detach()
    this.#wire = wire
    this.#heardAt = this.#options.clock.elapsed()
    wire.receive((message) => {
      if (wire === this.#wire) this.#receive(message)
    })
  }

  /**
   * The wire is dead: unanswered requests wait for the next one. Streams are watches, whose end a client takes for what
   * it is; it watches on from the last version that it saw. An error would end the loops of some clients.
   */
  detach(): void {
    this.#wire?.close()
    this.#wire = undefined
    this.#generation = 0
    for (const body of this.#bodies.values()) body.end()
    this.#bodies.clear()
  }

  /** Gives whatever waits this answer. */
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
      case 'status':
      case 'control':
        return this.#options.other(message)
    }
  }

  #answer(message: AnswerMessage): void {
    const { id, status, body } = message
    const exchange = this.#unanswered.get(id)
    if (exchange === undefined) return this.send({ type: 'abort', id })
    this.#unanswered.delete(id)
    const { twin, writeId } = exchange.message
    if (twin !== undefined && writeId !== undefined) this.send({ type: 'heard', writeId })
    const init = { status, headers: message.headers as [string, string][] }
    if (body === undefined) return exchange.resolve(new Response(this.#openBody(message), init))
    exchange.settle()
    const empty = BODILESS.has(status) || exchange.message.method === 'HEAD'
    exchange.resolve(new Response(empty ? null : (body as Uint8Array<ArrayBuffer>), init))
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

  /** A read can be repeated; a write that another worker received is looked up before it is. */
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

/** What the API server would answer, for when there is none. */
function statusResponse({ code, status }: StatusError): Response {
  return Response.json(status, { status: code })
}
