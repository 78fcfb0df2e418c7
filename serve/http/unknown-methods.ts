import { METHODS, STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ApiRequest, Handle } from '../../worker/api/exchange.ts'
import { isByteStream } from '../../worker/api/exchange.ts'
import { headersOf } from './request-headers.ts'

/** An error of Node's HTTP parser. */
interface Unreadable extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
}

const HEAD = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]\r\n([^]*?)\r\n\r\n/

/**
 * Answers messages that Node's parser refuses. The parser supports a fixed list of methods; the real server accepts any
 * name and refuses it by itself. Other messages are malformed HTTP, and receive the error text of the real server.
 */
export function answerUnreadable(handle: Handle): (error: Unreadable, socket: Duplex) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    // These bytes are the rest of a message that already has its answer.
    if (socket.writableEnded) return
    if (!socket.writable) return void socket.destroy()
    const [, method = '', url = '', lines = ''] = HEAD.exec(error.rawPacket?.toString('utf8') ?? '') ?? []
    if (error.code !== 'HPE_INVALID_METHOD' || method === '' || METHODS.includes(method)) return refuse(error, socket)
    send(handle, socket, { method, url, headers: headersIn(lines) })
  }
}

/** CONNECT is a method of proxies; the server treats it like any other unknown method. */
export function answerConnect(handle: Handle): (message: IncomingMessage, socket: Duplex) => void {
  return (message, socket) => {
    const { url = '/' } = message
    send(handle, socket, { method: 'CONNECT', url, headers: headersOf(message) })
  }
}

type RequestHead = Pick<ApiRequest, 'method' | 'url' | 'headers'>

function send(handle: Handle, socket: Duplex, head: RequestHead): void {
  answer(handle, socket, head).catch((failure: unknown) => {
    console.error(failure)
    socket.destroy()
  })
}

/** The status for each code of a parser's error; for other codes 400. */
const STATUS_OF: ReadonlyMap<string, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

function refuse({ code }: Unreadable, socket: Duplex): void {
  const status = STATUS_OF.get(code ?? '') ?? 400
  const line = `${status} ${STATUS_CODES[status]}`
  const head = ['Content-Type: text/plain; charset=utf-8', 'Connection: close']
  end(socket, `HTTP/1.1 ${line}\r\n${head.join('\r\n')}\r\n\r\n${line}`)
}

/** The time in milliseconds until the socket is destroyed, as in the real server. */
const LINGER_MS = 500

/**
 * Ends a connection with its answer. A client that is still sending reads the answer later. Closing the socket before that
 * would reset the connection, and the answer would be lost.
 */
function end(socket: Duplex, answer: string | Uint8Array): void {
  socket.end(answer)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.on('close', () => clearTimeout(timer))
}

/** The connection ends with the answer, because the end of the request's body is unknown. */
async function answer(handle: Handle, socket: Duplex, head: RequestHead): Promise<void> {
  const gone = new AbortController()
  socket.on('close', () => gone.abort())
  const { status, headers, body } = await handle({ ...head, signal: gone.signal })
  const bytes = isByteStream(body) ? new Uint8Array() : body
  if (isByteStream(body)) body.stop()
  const own = [...headers, ['Content-Length', String(bytes.length)], ['Connection', 'close']]
  const lines = own.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}\r\n`)
  end(socket, bytes)
}

function headersIn(lines: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of lines.split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*([^]*?)\s*$/.exec(line) ?? []
    const key = name.toLowerCase()
    const before = headers.get(key)
    if (key !== '') headers.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return headers
}
