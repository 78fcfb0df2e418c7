import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { LazyAbortSignal } from '../../worker/runtime/lazy-abort-signal.ts'
import type { ApiRequest, ApiResponse, ByteStream, Handle } from '../../worker/api/exchange.ts'
import { ConnectionCut, isByteStream } from '../../worker/api/exchange.ts'
import { FrameSink } from './frame-sink.ts'
import { isServedHost } from './host-check.ts'
import { sendPieces } from './pieces-sender.ts'
import { BodiesTooMany, BODY_LIMIT, BodyReader, hasBody } from './request-body.ts'
import { bytesOf, hasTooManyHeaders, headerLines, headersOf, isRepeated } from './request-headers.ts'

export interface ListenerOptions {
  /** Host names that plain HTTP serves besides loopback; a certificate names the host names of HTTPS. */
  readonly allowedHosts?: readonly string[]
  readonly bodies?: BodyReader
}

/** The Node side of `handle`: HTTP messages to plain requests and back. */
export function listener(
  handle: Handle,
  { allowedHosts = [], bodies = new BodyReader() }: ListenerOptions = {},
): RequestListener {
  const serve: RequestListener = (message, response) => {
    const refusal = refusalOf(message, allowedHosts)
    if (refusal !== undefined) return refuse(response, refusal)
    const gone = new LazyAbortSignal()
    response.on('close', () => response.writableFinished || gone.abort())
    const answering = answer({ handle, bodies }, message, response, gone)
    answering.catch((error: unknown) => {
      if (error instanceof BodiesTooMany) return refuse(response, { status: 429, why: error.message })
      if (error instanceof ConnectionCut) return void response.destroy()
      // A started answer cannot become an error: the connection is closed, so that the answer does not look complete.
      if (!gone.isAborted && message.errored === null) console.error(error)
      response.destroy()
    })
  }
  return (message, response) => {
    // A response without a socket waits for the response to an earlier request of the connection. A packet may hold hundreds
    // of small requests: each is handled in a separate turn, after the one before it.
    if (response.socket === null) response.once('socket', () => setImmediate(serve, message, response))
    else serve(message, response)
  }
}

/** The refusal of a message before it becomes a request. */
interface MessageRefusal {
  readonly status: 400 | 421 | 429 | 431
  readonly why: string
}

/** Characters before the query. Each costs work before authentication, and again in an error that names the path. */
const MAX_PATH = 64 * 1024

function refusalOf(message: IncomingMessage, allowedHosts: readonly string[]): MessageRefusal | undefined {
  const { url = '' } = message
  if (hasTooManyHeaders(message) || (url.length > MAX_PATH && pathLength(url) > MAX_PATH))
    return { status: 431, why: '431 Request Header Fields Too Large' }
  // Go's server refuses them too. A proxy in front may have checked only one of several names, and this server cannot find out
  // which.
  if (isRepeated(message, 'host')) return { status: 400, why: '400 Bad Request: too many Host headers' }
  const { host } = message.headers
  if (message.socket instanceof TLSSocket || isServedHost(host, allowedHosts)) return undefined
  return { status: 421, why: `Host ${JSON.stringify(host)} is not served; allow it with --allowed-hosts` }
}

function pathLength(url: string): number {
  const query = url.indexOf('?')
  return query < 0 ? url.length : query
}

function refuse(response: ServerResponse, { status, why }: MessageRefusal): void {
  response.writeHead(status, ['Content-Type', 'text/plain; charset=utf-8', 'Connection', 'close'])
  response.end(why)
}

interface Server {
  readonly handle: Handle
  readonly bodies: BodyReader
}

async function answer(
  { handle, bodies }: Server,
  message: IncomingMessage,
  response: ServerResponse,
  gone: LazyAbortSignal,
): Promise<void> {
  const body = hasBody(message) ? await bodies.read(message) : undefined
  // The rest of a body that is too large is not read: the connection ends with the answer.
  if (body !== undefined && body.length >= BODY_LIMIT) response.setHeader('Connection', 'close')
  send(await handle(new HttpRequest(message, body, gone)), response, gone)
}

/** A class, because each object literal with a getter would have a separate hidden class. */
class HttpRequest implements ApiRequest {
  readonly method: string
  readonly url: string
  readonly headers: ApiRequest['headers']
  readonly body?: Uint8Array
  readonly peerCertificates?: readonly Uint8Array[]
  readonly peerAddress?: string
  readonly headerLines: (name: string) => readonly string[]
  readonly #gone: LazyAbortSignal

  constructor(message: IncomingMessage, body: Uint8Array | undefined, gone: LazyAbortSignal) {
    const { method = 'GET', url = '/', socket } = message
    this.method = method
    this.url = pathOf(url)
    this.headers = headersOf(message)
    if (body !== undefined) this.body = body
    if (socket instanceof TLSSocket) this.peerCertificates = peerCertificates(socket)
    if (socket.remoteAddress !== undefined) this.peerAddress = socket.remoteAddress
    this.headerLines = (name) => headerLines(message, name)
    this.#gone = gone
  }

  get signal(): AbortSignal {
    return this.#gone.signal
  }
}

/** A client that uses the server as a proxy sends an absolute URL. */
const pathOf = (url: string): string => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, '') || '/')

/** Certificate chains by connection. They are kept, because each read of a socket's certificate decodes it again. */
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
  const head: string[] = []
  for (const [name, value] of answer.headers) head.push(name, bytesOf(value))
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
  // The client left before the stream was created.
  if (gone.isAborted) return body.stop()
  gone.signal.addEventListener('abort', () => body.stop())
  body.start(new FrameSink(response))
}
