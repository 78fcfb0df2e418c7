import type { ApiResponse, ByteStream, Handle } from '../api/exchange.ts'
import { isByteStream } from '../api/exchange.ts'
import type { Status } from '../api/status.ts'
import { internalError, StatusError } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import { joinBytes } from './bytes.ts'
import type { ClusterStatus, FromWorker, HelloMessage, RequestMessage, ToWorker } from './messages.ts'
import type { Wire } from './wire.ts'
import type { WriteLedger } from './write-ledger.ts'

/** While streams are open the other end is asked for a sign of life; it keeps a service worker running, too. */
const PING_MS = 10_000
/** A reader that was silent for so long is gone; its streams end. */
const LEASE_MS = 30_000

/** What a link serves; the cluster host. */
export interface LinkedHost {
  /** @throws StatusError where there is no such cluster or it cannot be opened. */
  open(cluster: string): Promise<Handle>
  follow(cluster: string, listener: (status: ClusterStatus) => void): () => void
}

interface LinkServerOptions {
  readonly wire: Wire<FromWorker, ToWorker>
  readonly host: LinkedHost
  readonly ledger: WriteLedger
  readonly clock: Clock
  readonly hello: HelloMessage
  /** Takes the comlink messages of this link; the result answers them. */
  readonly control: (send: (message: unknown) => void) => (message: unknown) => void
}

interface OpenStream {
  readonly body: ByteStream
  taken(bytes: number): void
}

/** The worker's end of a link: turns messages into requests and answers into messages, until the link closes. */
export function serveLink({ wire, host, ledger, clock, hello, control }: LinkServerOptions): void {
  const requests = new Map<number, AbortController>()
  const streams = new Map<number, OpenStream>()
  const followed = new Map<string, () => void>()
  let heardAt = clock.elapsed()
  let stopPings: (() => void) | undefined
  const toControl = control((message) => wire.send({ type: 'control', message }))

  const endStreams = (): void => {
    for (const { body } of streams.values()) body.stop()
    for (const id of streams.keys()) wire.send({ type: 'end', id })
    streams.clear()
  }
  const ping = (): void => {
    stopPings = undefined
    if (clock.elapsed() - heardAt > LEASE_MS) endStreams()
    if (streams.size === 0) return
    wire.send({ type: 'ping' })
    stopPings = clock.after(PING_MS, ping)
  }
  const closeStream = (id: number): void => {
    streams.delete(id)
    if (streams.size > 0) return
    stopPings?.()
    stopPings = undefined
  }

  const openStream = (id: number, body: ByteStream): void => {
    let gathered: Uint8Array[] = []
    let untaken = 0
    const flush = (): void => {
      if (gathered.length === 0 || !streams.has(id)) return
      const bytes = joinBytes(gathered)
      gathered = []
      wire.send({ type: 'chunk', id, bytes }, bytes)
    }
    streams.set(id, { body, taken: (bytes) => void (untaken -= bytes) })
    stopPings ??= clock.after(PING_MS, ping)
    body.start({
      write(chunk) {
        untaken += chunk.byteLength
        if (gathered.push(chunk) === 1) queueMicrotask(flush)
      },
      end() {
        if (!streams.has(id)) return
        flush()
        closeStream(id)
        wire.send({ type: 'end', id })
      },
      backlog: () => untaken,
    })
  }

  const answer = (id: number, { status, headers, body }: ApiResponse): void => {
    if (isByteStream(body)) {
      wire.send({ type: 'answer', id, status, headers, body: undefined })
      openStream(id, body)
      return
    }
    // The store's own bytes are answered here: they are copied, never given away.
    const bytes = body.slice()
    wire.send({ type: 'answer', id, status, headers, body: bytes }, bytes)
  }

  const handle = async (request: RequestMessage): Promise<void> => {
    const { id, cluster, method, url, body, writeId } = request
    const controller = new AbortController()
    requests.set(id, controller)
    const run = async (): Promise<ApiResponse> => {
      try {
        const serve = await host.open(cluster)
        return await serve({ method, url, headers: headerMap(request.headers), body, signal: controller.signal })
      } catch (error) {
        return failed(error)
      }
    }
    if (writeId !== undefined) wire.send({ type: 'accepted', id })
    const response = await (writeId === undefined ? run() : ledger.once(writeId, run))
    requests.delete(id)
    if (!controller.signal.aborted) answer(id, response)
    else if (isByteStream(response.body)) response.body.stop()
  }

  const abort = (id: number): void => {
    requests.get(id)?.abort()
    const stream = streams.get(id)
    if (stream === undefined) return
    stream.body.stop()
    closeStream(id)
  }

  const follow = (cluster: string): void => {
    followed.get(cluster)?.()
    followed.set(
      cluster,
      host.follow(cluster, (status) => wire.send({ type: 'status', ...status })),
    )
  }

  wire.receive((message) => {
    heardAt = clock.elapsed()
    switch (message.type) {
      case 'request':
        return void handle(message)
      case 'abort':
        return abort(message.id)
      case 'taken':
        return streams.get(message.id)?.taken(message.bytes)
      case 'follow':
        return follow(message.cluster)
      case 'control':
        return toControl(message.message)
      case 'ping':
        return wire.send({ type: 'pong' })
      case 'pong':
        return
    }
  })
  wire.closed(() => {
    for (const { body } of streams.values()) body.stop()
    streams.clear()
    stopPings?.()
    for (const stop of followed.values()) stop()
  })
  wire.send(hello)
}

function headerMap(headers: RequestMessage['headers']): Map<string, string> {
  const map = new Map<string, string>()
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    const before = map.get(lower)
    map.set(lower, before === undefined ? value : `${before}, ${value}`)
  }
  return map
}

function failed(error: unknown): ApiResponse {
  const { status }: { status: Status } =
    error instanceof StatusError ? error : internalError(error instanceof Error ? error.message : String(error))
  return {
    status: status.code,
    headers: [['content-type', 'application/json']],
    body: new TextEncoder().encode(JSON.stringify(status)),
  }
}
