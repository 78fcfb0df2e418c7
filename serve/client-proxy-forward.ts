import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import type { ListeningProxy } from '../src/cli/host.ts'
import { ConnectionError } from '../src/cli/host.ts'
import { errorMessage } from '../worker/runtime/error-message.ts'
import { answerText } from './client-proxy-answers.ts'
import { connectionError, requestTo } from './client-exchange.ts'

/** Headers that concern one connection (RFC 9110 7.6.1); the next connection has its own. */
const HOP_HEADERS: ReadonlySet<string> = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
)

/** Sends a request to the server, and the answer back, both in pieces. The end of either side ends the other. */
export async function forward(
  proxy: ListeningProxy,
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const closed = new AbortController()
  response.on('close', () => closed.abort())
  const refuse = (error: Error): void => void refuseRequest(proxy, response, error, '')
  const headers = forwardedHeaders(proxy, request)
  // Node chooses the form of the body by this header, and sends no body of a DELETE without it.
  if (request.headers['transfer-encoding'] !== undefined) headers.set('transfer-encoding', ['chunked'])
  const { method } = request
  const open = await requestTo(proxy.server + target, proxy.credentials.tls)
  try {
    const sent = open({ method, headers: headersOf(headers), signal: closed.signal, path: target }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answeredHeaders(answer))
      // The sender of a watch reads the headers before the first event.
      response.flushHeaders()
      pipeline(answer, response, () => undefined)
    })
    sent.on('error', refuse)
    pipeline(request, sent, () => undefined)
  } catch (error) {
    refuse(error as Error)
  }
}

interface Upgrade {
  readonly request: IncomingMessage
  /** Used when the server does not change the protocol. */
  readonly response: ServerResponse
  readonly stream: Duplex
  /** The first bytes of the new protocol. */
  readonly head: Buffer
}

/** Connects both sides when the server changes the protocol. A refusal of the server is sent back. */
export async function upgrade(proxy: ListeningProxy, target: string, sender: Upgrade): Promise<void> {
  const { request, response, stream, head } = sender
  const headers = forwardedHeaders(proxy, request)
  headers.set('connection', ['Upgrade']).set('upgrade', [request.headers.upgrade ?? ''])
  headers.delete('content-length')
  const closed = new AbortController()
  stream.on('close', () => closed.abort())
  const open = await requestTo(proxy.server + target, proxy.credentials.tls)
  const { method } = request
  open({ method, headers: headersOf(headers), signal: closed.signal, path: target }, (answer) => {
    const code = answer.statusCode ?? 502
    if (code < 400) {
      answer.destroy()
      return refuseUpgrade(proxy, response, code)
    }
    response.writeHead(code, answer.statusMessage, answeredHeaders(answer))
    pipeline(answer, response, () => undefined)
  })
    .on('upgrade', (answer, other, first) => {
      response.detachSocket(stream as Socket)
      if (other instanceof Socket && proxy.keepAliveMs > 0) other.setKeepAlive(true, proxy.keepAliveMs)
      stream.write(`HTTP/1.1 101 ${answer.statusMessage}\r\n${headerLines(answer.rawHeaders)}\r\n`)
      stream.write(first)
      other.write(head)
      pipeline(stream, other, stream, () => {
        stream.destroy()
        other.destroy()
      })
    })
    .on('error', (error) => void refuseRequest(proxy, response, error, 'error dialing backend: '))
    .end()
}

function refuseUpgrade(proxy: ListeningProxy, response: ServerResponse, code: number): void {
  const fault = `invalid upgrade response: status code ${code}`
  proxy.failed(fault)
  answerText(response, 500, fault)
}

/** Answers 500 with the fault. After the first part of an answer, only the end of the connection can show the fault. */
async function refuseRequest(
  proxy: ListeningProxy,
  response: ServerResponse,
  error: Error,
  action: string,
): Promise<void> {
  if (response.destroyed || response.socket?.destroyed !== false) return
  if (response.headersSent) return void response.destroy()
  const { hostname } = new URL(proxy.server)
  const known = error instanceof ConnectionError ? error : await connectionError(error, hostname)
  const fault = `${action}${errorMessage(known)}`
  proxy.failed(fault)
  answerText(response, 500, fault)
}

/** The headers of a request for the server, with the context's credentials and the sender's address. */
function forwardedHeaders({ server, credentials }: ListeningProxy, request: IncomingMessage): Map<string, string[]> {
  const dropped = new Set([...HOP_HEADERS, ...listed(request.headers.connection), 'expect'])
  const headers = new Map<string, string[]>()
  for (const [name, values = []] of Object.entries(request.headersDistinct))
    if (!dropped.has(name)) headers.set(name, values)
  if (request.headers.te?.includes('trailers') === true) headers.set('te', ['trailers'])
  headers.set('host', [new URL(server).host])
  const { remoteAddress } = request.socket
  if (remoteAddress !== undefined) {
    const before = headers.get('x-forwarded-for') ?? []
    headers.set('x-forwarded-for', [[...before, remoteAddress.replace(/^::ffff:/, '')].join(', ')])
  }
  addCredentials(headers, credentials.headers)
  return headers
}

/** The sender's own credentials and impersonation replace the credentials of the context. */
function addCredentials(headers: Map<string, string[]>, own: ListeningProxy['credentials']['headers']): void {
  const isImpersonated = headers.has('impersonate-user')
  for (const [name, value] of Object.entries(own)) {
    const key = name.toLowerCase()
    if (headers.has(key) || (isImpersonated && key.startsWith('impersonate-'))) continue
    headers.set(key, [value].flat())
  }
}

const headersOf = (headers: ReadonlyMap<string, string[]>): Record<string, string | string[]> =>
  Object.fromEntries([...headers].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]))

/** Names and values of an answer in turns, as `writeHead` takes them. */
function answeredHeaders({ rawHeaders, headers }: IncomingMessage): string[] {
  const dropped = new Set([...HOP_HEADERS, ...listed(headers.connection)])
  return rawHeaders.filter((_, at) => !dropped.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()))
}

const listed = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((name) => name.trim().toLowerCase())

const headerLines = (raw: readonly string[]): string =>
  raw.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
