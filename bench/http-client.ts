import net from 'node:net'
import tls from 'node:tls'

/** The answer to one request; the body is counted and dropped. */
export interface Answered {
  readonly status: number
  readonly bytes: number
}

const [NEWLINE, BRACE] = [0x0a, 0x7d]
const HEAD_END = Buffer.from('\r\n\r\n')
/** The last chunk of a body without a Content-Length. JSON escapes line feeds, so no other part of a body ends so. */
const LAST_CHUNK = '\r\n0\r\n\r\n'

/**
 * A keep-alive connection that writes requests and counts answers. Server and client share the machine, and Node's own
 * client costs as much as its server: it would take half of the measured time.
 */
export class Connection {
  readonly #socket: net.Socket
  readonly #host: string
  #reading: Reading | undefined
  /** Why the connection ended. A write after that neither succeeds nor fails. */
  #failure: Error | undefined

  private constructor(socket: net.Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.on('data', (bytes: Buffer) => this.#reading?.take(bytes))
    const broken = (error?: Error) => {
      this.#failure ??= error ?? new Error('the server closed the connection')
      this.#reading?.fail(this.#failure)
    }
    socket.on('error', broken)
    socket.on('close', () => broken())
  }

  static open(url: URL): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const place = { port: Number(url.port), host: url.hostname }
      const isSecure = url.protocol === 'https:'
      // The certificates of measured servers are signed by authorities of tests.
      const socket = isSecure ? tls.connect({ ...place, rejectUnauthorized: false }) : net.connect(place)
      socket.setNoDelay(true)
      socket.once('error', reject)
      socket.once(isSecure ? 'secureConnect' : 'connect', () => resolve(new Connection(socket, url.host)))
    })
  }

  send(method: string, path: string, headers: string, body = ''): Promise<Answered> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure)
      this.#reading = new Reading((answer) => {
        this.#reading = undefined
        resolve(answer)
      }, reject)
      this.#socket.write(this.#message(method, path, headers, body))
    })
  }

  /** Reads the lines of a stream until `close`; resolves with the status at the start of the answer. */
  stream(path: string, headers: string, lines: (count: number) => void): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure)
      this.#reading = new Reading(() => undefined, reject, resolve, lines)
      this.#socket.write(this.#message('GET', path, headers, ''))
    })
  }

  close(): void {
    this.#reading = undefined
    this.#socket.destroy()
  }

  #message(method: string, path: string, headers: string, body: string): string {
    const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`
    return `${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n${headers}${length}\r\n${body}`
  }
}

/** An answer that is being received. */
class Reading {
  readonly #done: (answer: Answered) => void
  readonly #began: ((status: number) => void) | undefined
  readonly #lines: ((count: number) => void) | undefined
  readonly fail: (error: Error) => void
  #head: Buffer | undefined = Buffer.alloc(0)
  #status = 0
  #left = 0
  #isChunked = false
  #end = ''
  #bytes = 0
  #last = 0
  #start = ''

  constructor(
    done: (answer: Answered) => void,
    fail: (error: Error) => void,
    began?: (status: number) => void,
    lines?: (count: number) => void,
  ) {
    this.#done = done
    this.fail = fail
    this.#began = began
    this.#lines = lines
  }

  take(bytes: Buffer): void {
    const body = this.#head === undefined ? bytes : this.#takeHead(this.#head, bytes)
    if (body === undefined) return
    if (this.#lines !== undefined) return this.#lines(this.#countLines(body))
    if (this.#bytes === 0 && this.#status >= 400) this.#start = body.toString('utf8', 0, 300)
    this.#bytes += body.length
    this.#left -= body.length
    if (this.#isChunked ? !this.#endsWithLastChunk(body) : this.#left > 0) return
    if (this.#status >= 400) this.fail(new Error(`${this.#status} ${this.#start}`))
    else this.#done({ status: this.#status, bytes: this.#bytes })
  }

  /** An event ends with a brace and a newline; no line of HTTP's framing does. */
  #countLines(body: Buffer): number {
    let found = 0
    for (let at = body.indexOf(NEWLINE); at >= 0; at = body.indexOf(NEWLINE, at + 1))
      if ((at === 0 ? this.#last : body[at - 1]) === BRACE) found++
    this.#last = body.at(-1) ?? this.#last
    return found
  }

  #endsWithLastChunk(body: Buffer): boolean {
    this.#end = (this.#end + body.toString('latin1', Math.max(0, body.length - LAST_CHUNK.length))).slice(
      -LAST_CHUNK.length,
    )
    return this.#end === LAST_CHUNK
  }

  /** The first part of the body, which arrived with the end of the head. */
  #takeHead(before: Buffer, bytes: Buffer): Buffer | undefined {
    const all = before.length === 0 ? bytes : Buffer.concat([before, bytes])
    const end = all.indexOf(HEAD_END)
    if (end < 0) {
      this.#head = all
      return undefined
    }
    this.#head = undefined
    const head = all.toString('latin1', 0, end)
    this.#status = Number(head.slice(9, 12))
    this.#left = Number(/\r\nContent-Length: (\d+)/i.exec(head)?.[1] ?? 0)
    this.#isChunked = /\r\nTransfer-Encoding: chunked/i.test(head)
    this.#began?.(this.#status)
    return all.subarray(end + 4)
  }
}
