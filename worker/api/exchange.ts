import { Pieces } from '../runtime/pieces.ts'

/**
 * A request to the server and its response, independent of the host. The API worker, the Node adapter and unit tests
 * translate to these types and call `handle`.
 */
export interface ApiRequest {
  /** Upper case: `GET`. */
  readonly method: string
  /** Path and query as sent, percent-encoded: `/api/v1/pods?limit=5`. */
  readonly url: string
  /** Names in lower case. A header sent several times is joined by `, `, as HTTP allows. */
  readonly headers: ReadonlyMap<string, string>
  /** The values of all lines of a header, in order; absent when the host has only joined values. */
  readonly headerLines?: (name: string) => readonly string[]
  /** The whole body; undefined for a request without a body. */
  readonly body?: Uint8Array
  /** The client's certificate chain (DER, leaf first). The transport has verified that the client holds the key of the leaf. */
  readonly peerCertificates?: readonly Uint8Array[]
  /** The client's network address; undefined when the host has none. */
  readonly peerAddress?: string
  /** Aborted when the client disconnects; this ends long operations and streams. */
  readonly signal: AbortSignal
  /** The time when the server aborts the request, by `elapsed` of its clock; undefined means no limit. */
  readonly deadline?: number
}

export interface ApiResponse {
  readonly status: number
  /** In order; a name may occur several times (`Warning`). */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The store may share these bytes: never modify or transfer them. */
  readonly body: Uint8Array | ByteStream
  /** The same bytes as `body` in separate arrays, for hosts that can send these. `body` joins them when it is read. */
  readonly pieces?: Pieces
}

/** A stream of bytes (a watch). The host starts it once, and stops it when the client disconnects. */
export interface ByteStream {
  start(sink: ByteSink): void
  /** Ends the stream early. Calling it again does nothing. */
  stop(): void
}

/** The host's receiver of a stream. Streams may share chunks: never modify one. */
export interface ByteSink {
  write(chunk: Uint8Array): void
  end(): void
  /** Bytes written and not yet sent. The server ends a watch whose client reads too slowly. */
  backlog(): number
}

/** Thrown by a `Handle` when the connection must end without an answer. */
export class ConnectionCut extends Error {
  override readonly name = 'ConnectionCut'
}

export type Handle = (request: ApiRequest) => Promise<ApiResponse>

export function isByteStream(body: ApiResponse['body'] | Pieces): body is ByteStream {
  return !(body instanceof Uint8Array || body instanceof Pieces)
}
