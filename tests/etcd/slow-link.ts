import { once } from 'node:events'
import http2, { type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'

const TXN = '/etcdserverpb.KV/Txn'
const WATCH = '/etcdserverpb.Watch/Watch'

/** A gRPC proxy in front of an etcd that holds back answers until the test lets them pass. */
export class SlowLink {
  /** Holds the answers of calls whose path it accepts; the calls themselves reach etcd. */
  holds: (path: string) => boolean = () => false
  /** Milliseconds by which each answer is late. */
  delayMs = 0
  /** The number of watches that were opened. */
  watches = 0
  readonly #held: (() => void)[] = []
  readonly #server: http2.Http2Server
  readonly #etcd: http2.ClientHttp2Session

  private constructor(url: string) {
    this.#etcd = http2.connect(url)
    this.#etcd.on('error', () => undefined)
    this.#server = http2.createServer()
    this.#server.on('stream', (stream, headers) => this.#forward(stream, headers))
  }

  static async to(url: string): Promise<SlowLink> {
    const link = new SlowLink(url)
    link.#server.listen(0, '127.0.0.1')
    await once(link.#server, 'listening')
    return link
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Holds every answer from now on. */
  holdAll(): void {
    this.holds = () => true
  }

  /** Holds the answers to transactions and the events of watches. Reads are answered. */
  holdChanges(): void {
    this.holds = (path) => path === TXN || path === WATCH
  }

  /** Holds the events of watches; other calls are answered. */
  holdWatches(): void {
    this.holds = (path) => path === WATCH
  }

  /** Lets the held answers pass, and holds no later ones. */
  release(): void {
    this.holds = () => false
    for (const pass of this.#held.splice(0)) pass()
  }

  /** Drops the held answers, so that their watches report nothing more; new watches work. */
  forgetWatches(): void {
    this.holds = () => false
    this.#held.splice(0)
  }

  close(): Promise<void> {
    this.#etcd.destroy()
    this.#server.close()
    return Promise.resolve()
  }

  #forward(stream: ServerHttp2Stream, headers: http2.IncomingHttpHeaders): void {
    const path = headers[':path'] ?? ''
    if (path === WATCH) this.watches++
    const { ':authority': _authority, host: _host, ...own } = headers
    const call = this.#etcd.request(own, { endStream: false })
    // Parts stay in order: when one part is held, the later ones wait, too.
    let before = Promise.resolve()
    const later = (pass: () => void): void => {
      before = before
        .then(() => this.#passing(path))
        .then(() => {
          if (!stream.closed && !stream.destroyed) pass()
        })
    }
    stream.on('error', () => call.close())
    stream.on('close', () => call.close())
    stream.on('data', (chunk: Buffer) => call.write(chunk))
    stream.on('end', () => call.end())
    call.on('error', () => undefined)
    let trailers: http2.IncomingHttpHeaders = {}
    call.on('response', (answer, flags) => {
      const isOver = (flags & http2.constants.NGHTTP2_FLAG_END_STREAM) !== 0
      later(() => {
        stream.respond(answer, { endStream: isOver, waitForTrailers: !isOver })
        stream.on('wantTrailers', () => stream.sendTrailers(trailers))
      })
    })
    call.on('trailers', (given) => (trailers = given))
    call.on('data', (chunk: Buffer) => later(() => void stream.write(chunk)))
    call.on('end', () => later(() => void stream.end()))
  }

  #passing(path: string): Promise<void> {
    return new Promise((resolve) => {
      const pass = (): void => void setTimeout(resolve, this.delayMs)
      if (this.holds(path)) this.#held.push(pass)
      else pass()
    })
  }
}
