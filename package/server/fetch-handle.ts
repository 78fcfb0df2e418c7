import type { ApiResponse, ByteStream, Handle } from '../../worker/api/exchange.ts'
import { ConnectionCut, isByteStream } from '../../worker/api/exchange.ts'
import { untilAborted } from '../../worker/runtime/on-abort.ts'

/** `fetch` over a handle. A lost connection rejects with a TypeError, as in a network. */
export type FetchHandle = (path: string | URL, init?: RequestInit) => Promise<Response>

/** The host of request URLs; nothing listens there. */
const BASE = 'http://tabplane.invalid'
const NO_CONTENT = new Set([101, 204, 205, 304])

/** @param authorization the header of requests that have none */
export function fetchHandle(handle: Handle, authorization: string): FetchHandle {
  return async (path, init) => {
    const { pathname, search } = new URL(path, BASE)
    // The request's own address is not used, and a constant one is not parsed again.
    const request = new Request(BASE, init)
    const { signal } = request
    signal.throwIfAborted()
    const headers = new Map(request.headers)
    if (!headers.has('authorization')) headers.set('authorization', authorization)
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
    const answering = handle({
      method: request.method,
      url: pathname + search,
      headers,
      ...(body !== undefined && { body }),
      signal,
    })
    const answer = await untilAborted(answering, signal).catch((error: unknown) => {
      throw error instanceof ConnectionCut ? new TypeError('fetch failed', { cause: error }) : error
    })
    return responseOf(answer, signal)
  }
}

function responseOf({ status, headers, body }: ApiResponse, signal: AbortSignal): Response {
  const sent = new Headers()
  for (const [name, value] of headers) sent.append(name, value)
  if (NO_CONTENT.has(status)) return new Response(null, { status, headers: sent })
  // Bytes are copied, because the store and other watchers share them.
  return new Response(isByteStream(body) ? readable(body, signal) : body.slice(), { status, headers: sent })
}

function readable(stream: ByteStream, signal: AbortSignal): ReadableStream<Uint8Array> {
  let isOpen = true
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const finish = (end: () => void) => {
          if (!isOpen) return
          isOpen = false
          end()
        }
        const abort = () => finish(() => controller.error(signal.reason))
        signal.addEventListener('abort', () => {
          stream.stop()
          abort()
        })
        stream.start({
          write: (chunk) => isOpen && controller.enqueue(chunk.slice()),
          // The server ends the streams of an aborted request before this listener runs.
          end: () => (signal.aborted ? abort() : finish(() => controller.close())),
          backlog: () => Math.max(0, -(controller.desiredSize ?? 0)),
        })
      },
      cancel() {
        isOpen = false
        stream.stop()
      },
    },
    { highWaterMark: 0, size: (chunk) => chunk.byteLength },
  )
}
