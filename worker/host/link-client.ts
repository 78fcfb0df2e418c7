import { timeout } from '../api/status.ts'
import type { StatusError } from '../api/status.ts'
import { systemClock } from '../clock/clock.ts'
import type { BodyStream } from './body-stream.ts'
import { bodyStream } from './body-stream.ts'
import type { AnswerMessage, FromWorker, HelloMessage, RequestMessage, ToWorker } from './messages.ts'
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
}

export interface LinkClient {
  /**
   * Answers with a real Response; its body streams where the server streams. Requests wait while there is no link.
   * Rejects with the signal's reason when aborted, and as `fetch` does when the link is given up.
   */
  fetch(request: LinkRequest): Promise<Response>
  /** Speaks over `wire` from now on, once it said hello. What was unanswered is sent again where that is safe. */
  attach(wire: Wire<ToWorker, FromWorker>): void
  /** The wire is dead: streams break off, unanswered requests wait for the next one. */
  detach(): void
  /** Refuses what waits for a link, each with an answer of its own. */
  refuse(error: StatusError): void
  send(message: ToWorker): void
  /** Unanswered requests. */
  readonly waiting: number
  /** Answers whose body still streams. */
  readonly streaming: number
  /** When the other end was last heard (`performance.now`). */
  readonly heardAt: number
}

interface LinkClientOptions {
  /** What this client does not use itself: hello, status, control. */
  other(message: FromWorker): void
  /** A body's first bytes, before the worker has sent any. */
  firstBytes?(answer: AnswerMessage): Uint8Array | undefined
}

interface Exchange {
  readonly message: RequestMessage
  readonly resolve: (response: Response) => void
  readonly reject: (reason: unknown) => void
  /** Takes the listener off the caller's signal, which may outlive many requests. */
  readonly settle: () => void
  /** The worker that said it received this write. */
  acceptedBy: number | undefined
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Answers that must not have a body: `new Response` refuses one. */
const BODILESS = new Set([204, 205, 304])

export function linkClient({ other, firstBytes }: LinkClientOptions): LinkClient {
  const unanswered = new Map<number, Exchange>()
  const bodies = new Map<number, BodyStream>()
  let wire: Wire<ToWorker, FromWorker> | undefined
  let generation = 0
  let lastId = 0
  let heardAt = 0

  const send = (message: ToWorker): void => wire?.send(message)

  const answer = (message: AnswerMessage): void => {
    const { id, status, headers } = message
    const exchange = unanswered.get(id)
    if (exchange === undefined) return send({ type: 'abort', id })
    unanswered.delete(id)
    if (message.body !== undefined) exchange.settle()
    const init = { status, headers: headers as [string, string][] }
    if (message.body !== undefined) {
      const empty = BODILESS.has(status) || exchange.message.method === 'HEAD'
      return exchange.resolve(new Response(empty ? null : (message.body as Uint8Array<ArrayBuffer>), init))
    }
    const body = bodyStream(
      firstBytes?.(message),
      (bytes) => send({ type: 'taken', id, bytes }),
      () => {
        bodies.delete(id)
        send({ type: 'abort', id })
      },
    )
    bodies.set(id, body)
    exchange.resolve(new Response(body.stream, init))
  }

  const hello = (message: HelloMessage): void => {
    generation = message.generation
    for (const [id, exchange] of unanswered) {
      const { acceptedBy } = exchange
      if (acceptedBy === undefined || acceptedBy === generation) send(exchange.message)
      else {
        unanswered.delete(id)
        exchange.resolve(statusResponse(outcomeUnknown()))
      }
    }
  }

  const receive = (from: Wire<ToWorker, FromWorker>, message: FromWorker): void => {
    if (from !== wire) return
    heardAt = performance.now()
    switch (message.type) {
      case 'answer':
        return answer(message)
      case 'chunk':
        return bodies.get(message.id)?.push(message.bytes)
      case 'end': {
        const body = bodies.get(message.id)
        bodies.delete(message.id)
        return body?.end()
      }
      case 'accepted': {
        const exchange = unanswered.get(message.id)
        if (exchange !== undefined) exchange.acceptedBy = generation
        return
      }
      case 'ping':
        return send({ type: 'pong' })
      case 'pong':
        return
      case 'hello':
        hello(message)
    }
    other(message)
  }

  const abandon = (id: number, reason: unknown): void => {
    const exchange = unanswered.get(id)
    const body = bodies.get(id)
    if (exchange === undefined && body === undefined) return
    unanswered.delete(id)
    bodies.delete(id)
    send({ type: 'abort', id })
    exchange?.reject(reason)
    body?.fail(reason)
  }

  const detach = (): void => {
    wire?.close()
    wire = undefined
    generation = 0
    for (const body of bodies.values()) body.fail(new TypeError('the connection to the cluster was lost'))
    bodies.clear()
  }

  return {
    fetch({ cluster, method, url, headers, body, signal }) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      return new Promise((resolve, reject) => {
        const id = ++lastId
        const writeId = READS.has(method) ? undefined : systemClock.uuid()
        const message: RequestMessage = { type: 'request', id, cluster, method, url, headers, body, writeId }
        const aborted = (): void => abandon(id, signal?.reason)
        const settle = (): void => signal?.removeEventListener('abort', aborted)
        unanswered.set(id, { message, resolve, reject, settle, acceptedBy: undefined })
        signal?.addEventListener('abort', aborted, { once: true })
        if (generation > 0) send(message)
      })
    },
    attach(next) {
      detach()
      wire = next
      heardAt = performance.now()
      next.receive((message) => receive(next, message))
    },
    detach,
    refuse(error) {
      for (const { resolve, settle } of unanswered.values()) {
        settle()
        resolve(statusResponse(error))
      }
      unanswered.clear()
    },
    send,
    get waiting() {
      return unanswered.size
    },
    get streaming() {
      return bodies.size
    },
    get heardAt() {
      return heardAt
    },
  }
}

/** What the API server would answer, for when there is none. */
function statusResponse({ code, status }: StatusError): Response {
  return Response.json(status, { status: code })
}

/** The worker died between receiving a write and answering it: nobody can tell whether it was stored. */
const outcomeUnknown = (): StatusError =>
  timeout('the worker of this cluster ended while it handled the write; read the object to see whether it was applied')
