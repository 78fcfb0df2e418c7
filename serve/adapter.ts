import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { LazyAbortSignal } from '../worker/runtime/lazy-abort-signal.ts'
import type { ApiRequest, ApiResponse, ByteStream, Handle } from '../worker/api/exchange.ts'
import { isByteStream } from '../worker/api/exchange.ts'
import { sendPieces } from './pieces-sender.ts'
import { FrameSink } from './frame-sink.ts'

/** Bytes of a body that are kept at most: one more than the server takes, so that it can tell and answer 413. */
const BODY_LIMIT = 3 * 1024 * 1024 + 1

/** The Node side of `handle`: HTTP messages to plain requests and back. It decides nothing. */
export function listener(handle: Handle): RequestListener {
  return (message, response) => {
    const gone = new LazyAbortSignal()
    response.on('close', () => response.writableFinished || gone.happen())
    answer(handle, message, response, gone).catch((error: unknown) => {
      // Nothing can be said to a client in the middle of an answer: cut it, so that it does not look complete.
      if (!gone.happened && message.errored === null) console.error(error)
      response.destroy()
    })
  }
}

async function answer(handle: Handle, message: IncomingMessage, response: ServerResponse, gone: LazyAbortSignal) {
  const body = hasBody(message) ? await readBody(message) : undefined
  const { socket } = message
  const request: ApiRequest = {
    method: message.method ?? 'GET',
    url: pathOf(message.url ?? '/'),
    headers: headersOf(message),
    ...(body !== undefined && { body }),
    ...(socket instanceof TLSSocket && { peerCertificates: peerCertificates(socket) }),
    ...(socket.remoteAddress !== undefined && { peerAddress: socket.remoteAddress }),
    get signal() {
      return gone.signal
    },
  }
  // What is left of a body that is too large is not worth reading: the connection ends with the answer.
  if (body !== undefined && body.length >= BODY_LIMIT) response.setHeader('Connection', 'close')
  send(await handle(request), response, gone)
}

/** A client that takes the server for a proxy sends the whole address. */
const pathOf = (url: string): string => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, '') || '/')

function headersOf({ headers }: IncomingMessage): Map<string, string> {
  const map = new Map<string, string>()
  for (const name in headers) map.set(name, String(headers[name]))
  return map
}

function hasBody({ headers: { 'content-length': length, 'transfer-encoding': encoding } }: IncomingMessage): boolean {
  return (length !== undefined && length !== '0') || encoding !== undefined
}

/** Not by iteration: to leave a loop over a message destroys its socket, and nobody could be answered any more. */
function readBody(message: IncomingMessage): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const done = () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
    message.on('data', (chunk: Buffer) => {
      // What comes behind the limit is read and forgotten, so that the client gets to read the refusal.
      if (size >= BODY_LIMIT) return
      chunks.push(chunk)
      size += chunk.length
      if (size >= BODY_LIMIT) done()
    })
    message.once('end', done)
    message.once('error', reject)
  })
}

/** A connection keeps its certificates; to read them again for each request would decode them again. */
const chains = new WeakMap<TLSSocket, readonly Uint8Array[]>()

function peerCertificates(socket: TLSSocket): readonly Uint8Array[] {
  let chain = chains.get(socket)
  if (chain === undefined) {
    chain = readChain(socket)
    chains.set(socket, chain)
  }
  return chain
}

function readChain(socket: TLSSocket): Uint8Array[] {
  const chain: Uint8Array[] = []
  let certificate = socket.getPeerCertificate(true)
  while (certificate?.raw !== undefined && chain.length < 10) {
    chain.push(certificate.raw)
    if (certificate.issuerCertificate === certificate) break
    certificate = certificate.issuerCertificate
  }
  return chain
}

function send(answer: ApiResponse, response: ServerResponse, gone: LazyAbortSignal): void {
  const { status, pieces } = answer
  const head = answer.headers.flat()
  if (pieces !== undefined) {
    head.push('Content-Length', String(pieces.byteLength))
    response.writeHead(status, head)
    return sendPieces(pieces, response)
  }
  const { body } = answer
  if (isByteStream(body)) {
    response.writeHead(status, head)
    return stream(body, response, gone)
  }
  if (status !== 204) head.push('Content-Length', String(body.byteLength))
  response.writeHead(status, head)
  response.end(body)
}

function stream(body: ByteStream, response: ServerResponse, gone: LazyAbortSignal): void {
  // Whoever left while the stream was made leaves no watcher behind.
  if (gone.happened) return body.stop()
  gone.signal.addEventListener('abort', () => body.stop())
  body.start(new FrameSink(response))
}
