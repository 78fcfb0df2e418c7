import { Pieces } from '../runtime/pieces.ts'

/**
 * One exchange with the server, free of any host: the API worker, the Node adapter and a unit test wrap
 * `handle(request) → response` over these shapes.
 */
export interface ApiRequest {
  /** Upper case: `GET`. */
  readonly method: string
  /** Path and query as sent, percent-encoded: `/api/v1/pods?limit=5`. */
  readonly url: string
  /** Names in lower case. A header sent several times is joined by `, `, as HTTP allows. */
  readonly headers: ReadonlyMap<string, string>
  /** The values of all lines of a header, in order; absent when the host has only joined ones. */
  readonly headerLines?: (name: string) => readonly string[]
  /** The whole body; undefined where none was sent. */
  readonly body?: Uint8Array
  /** The client certificate chain that the transport verified to be held by the peer (DER, leaf first). */
  readonly peerCertificates?: readonly Uint8Array[]
  /** The client's network address, where the host knows one. */
  readonly peerAddress?: string
  /** Aborted when the client goes away; long work and streams end with it. */
  readonly signal: AbortSignal
  /** When the server stops working on it, by its clock's `elapsed`; absent: it takes as long as it takes. */
  readonly deadline?: number
}

export interface ApiResponse {
  readonly status: number
  /** In order; a name may stand several times (`Warning`). */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Bytes may be the store's own: never change them, and never give them away. */
  readonly body: Uint8Array | ByteStream
  /** The same bytes where they lie. A host that sends them so has nothing to join; `body` is made when it is read. */
  readonly pieces?: Pieces
}

/** Bytes that come over time (a watch). A host starts a stream once and stops it when its reader leaves. */
export interface ByteStream {
  start(sink: ByteSink): void
  /** Ends the stream early. Calling it again does nothing. */
  stop(): void
}

/** Where a host takes a stream's bytes. Chunks may be shared between readers: never change one. */
export interface ByteSink {
  write(chunk: Uint8Array): void
  end(): void
  /** Bytes written and not yet taken by the reader; the server ends a watch whose reader lags too far. */
  backlog(): number
}

export type Handle = (request: ApiRequest) => Promise<ApiResponse>

export function isByteStream(body: ApiResponse['body'] | Pieces): body is ByteStream {
  return !(body instanceof Uint8Array || body instanceof Pieces)
}
