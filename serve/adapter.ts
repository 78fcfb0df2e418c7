import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { ApiRequest, ApiResponse, ByteSink, ByteStream, Handle } from '../worker/api/exchange.ts'
import { isByteStream } from '../worker/api/exchange.ts'

/** Bytes of a body that are read at most: one more than the server takes, so that it can tell and answer 413. */
const BODY_LIMIT = 3 * 1024 * 1024 + 1

/** The Node side of `handle`: HTTP messages to plain requests and back. It decides nothing. */
export function listener(handle: Handle): RequestListener {
  return (message, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    answer(handle, message, response, gone.signal).catch((error: unknown) => {
      // Nothing can be said to a client in the middle of an answer: cut it, so that it does not look complete.
      if (!gone.signal.aborted) console.error(error)
      response.destroy()
    })
  }
}

async function answer(handle: Handle, message: IncomingMessage, response: ServerResponse, signal: AbortSignal) {
  const body = await readBody(message)
  const request: ApiRequest = {
    method: message.method ?? 'GET',
    url: message.url ?? '/',
    headers: new Map(Object.entries(message.headers).map(([name, value]) => [name, String(value)])),
    ...(body === undefined ? {} : { body }),
    ...(message.socket instanceof TLSSocket ? { peerCertificates: peerCertificates(message.socket) } : {}),
    signal,
  }
  await send(await handle(request), response)
}

async function readBody(message: IncomingMessage): Promise<Uint8Array | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = message.headers
  if ((length === undefined || length === '0') && encoding === undefined) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= BODY_LIMIT) break
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
}

function peerCertificates(socket: TLSSocket): Uint8Array[] {
  const chain: Uint8Array[] = []
  let certificate = socket.getPeerCertificate(true)
  while (certificate?.raw !== undefined && chain.length < 10) {
    chain.push(certificate.raw)
    if (certificate.issuerCertificate === certificate) break
    certificate = certificate.issuerCertificate
  }
  return chain
}

async function send({ status, headers, body }: ApiResponse, response: ServerResponse): Promise<void> {
  response.statusCode = status
  for (const [name, value] of headers) response.appendHeader(name, value)
  if (isByteStream(body)) return stream(body, response)
  response.setHeader('Content-Length', body.byteLength)
  response.end(body)
}

function stream(body: ByteStream, response: ServerResponse): void {
  const sink: ByteSink = {
    write: (chunk) => void response.write(chunk),
    end: () => void response.end(),
    backlog: () => response.writableLength,
  }
  response.on('close', () => body.stop())
  response.flushHeaders()
  body.start(sink)
}
