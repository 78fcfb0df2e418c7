import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { ApiRequest, ApiResponse, ByteSink, ByteStream, Handle } from '../worker/api/exchange.ts'
import { isByteStream } from '../worker/api/exchange.ts'

/** Bytes of a body that are kept at most: one more than the server takes, so that it can tell and answer 413. */
const BODY_LIMIT = 3 * 1024 * 1024 + 1

/** The Node side of `handle`: HTTP messages to plain requests and back. It decides nothing. */
export function listener(handle: Handle): RequestListener {
  return (message, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    answer(handle, message, response, gone.signal).catch((error: unknown) => {
      // Nothing can be said to a client in the middle of an answer: cut it, so that it does not look complete.
      if (!gone.signal.aborted && message.errored === null) console.error(error)
      response.destroy()
    })
  }
}

async function answer(handle: Handle, message: IncomingMessage, response: ServerResponse, signal: AbortSignal) {
  const body = await readBody(message)
  const request: ApiRequest = {
    method: message.method ?? 'GET',
    url: pathOf(message.url ?? '/'),
    headers: new Map(Object.entries(message.headers).map(([name, value]) => [name, String(value)])),
    ...(body === undefined ? {} : { body }),
    ...(message.socket instanceof TLSSocket ? { peerCertificates: peerCertificates(message.socket) } : {}),
    ...(message.socket.remoteAddress === undefined ? {} : { peerAddress: message.socket.remoteAddress }),
    signal,
  }
  // What is left of a body that is too large is not worth reading: the connection ends with the answer.
  if (body !== undefined && body.length >= BODY_LIMIT) response.setHeader('Connection', 'close')
  send(await handle(request), response, signal)
}

/** A client that takes the server for a proxy sends the whole address. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]*/i, '') || '/'

/** Not by iteration: to leave a loop over a message destroys its socket, and nobody could be answered any more. */
function readBody(message: IncomingMessage): Promise<Uint8Array | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = message.headers
  if ((length === undefined || length === '0') && encoding === undefined) return Promise.resolve(undefined)
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

function send({ status, headers, body }: ApiResponse, response: ServerResponse, signal: AbortSignal): void {
  response.statusCode = status
  for (const [name, value] of headers) response.appendHeader(name, value)
  if (isByteStream(body)) return stream(body, response, signal)
  if (status !== 204) response.setHeader('Content-Length', body.byteLength)
  response.end(body)
}

function stream(body: ByteStream, response: ServerResponse, signal: AbortSignal): void {
  // Whoever left while the stream was made leaves no watcher behind.
  if (signal.aborted) return body.stop()
  const sink: ByteSink = {
    write: (chunk) => void response.write(chunk),
    end: () => void response.end(),
    backlog: () => response.writableLength,
  }
  signal.addEventListener('abort', () => body.stop())
  response.flushHeaders()
  body.start(sink)
}
