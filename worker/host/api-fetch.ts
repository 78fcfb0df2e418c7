import type { LinkRequest } from './link-client.ts'
import type { AnswerMessage, FetchIdentity } from './messages.ts'
import { toHex } from '../runtime/bytes.ts'

/** Converts a request that the service worker intercepted into a `LinkRequest`. */
export async function apiRequest(request: Request, path: { cluster: string; url: string }): Promise<LinkRequest> {
  const { method, headers, signal } = request
  const body = method === 'GET' || method === 'HEAD' ? undefined : new Uint8Array(await request.arrayBuffer())
  return { ...path, method, headers: [...headers], body: body?.byteLength === 0 ? undefined : body, signal }
}

/** These headers prevent an answer from running as code when it is opened as a page or loaded as a script. */
const AS_DATA = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'"],
] as const

/** Adds the headers of `AS_DATA`, so that no object, log or proxied answer can run code in the origin of the app. */
export function asData(response: Response): Response {
  for (const [name, value] of AS_DATA) response.headers.set(name, value)
  return response
}

export const isStreamOfJson = ({ headers }: AnswerMessage): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'content-type' && value.startsWith('application/json'))

/**
 * A body for the service worker's answers. Chromium hands bytes over to the page as a Blob, which another process registers
 * for 2 ms while the service worker waits, and a stream through a pipe.
 */
export const streamOf = (bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })

const encoder = new TextEncoder()

/** Identifies a write that the browser may repeat; undefined for reads. `run` identifies this run of the service worker. */
export async function fetchIdentityOf(
  { cluster, method, url, headers, body }: LinkRequest,
  page: string,
  run: string,
): Promise<FetchIdentity | undefined> {
  if (method === 'GET' || method === 'HEAD') return undefined
  const head = encoder.encode(JSON.stringify([page, cluster, method, url, headers, '']))
  const whole = new Uint8Array(head.length + (body?.length ?? 0))
  whole.set(head)
  if (body !== undefined) whole.set(body, head.length)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
  return { run, hash: toHex(digest) }
}
