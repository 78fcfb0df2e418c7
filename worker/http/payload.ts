import type { Awaitable } from '../runtime/awaitable.ts'
import type { ApiRequest, ApiResponse } from '../api/exchange.ts'
import type { JsonObject } from '../api/json.ts'
import { Pieces } from '../runtime/pieces.ts'
import { StatusError, type Status } from '../api/status.ts'
import { acceptsGzip, COMPRESSION_THRESHOLD, DOCUMENT_THRESHOLD, gzip, prefersGzip } from '../codec/compression.ts'
import { stringifyJson } from '../codec/encode.ts'
import type { MediaType, Negotiated } from '../codec/negotiation.ts'
import { negotiate, plainOnly } from '../codec/negotiation.ts'
import { indentJson } from '../codec/json-indent.ts'
import { readJson } from '../codec/json-reader.ts'
import { encodeProtobuf, isProtobufLoaded } from '../codec/lazy-protobuf.ts'
import { isYamlWriterLoaded, writeYaml } from '../codec/lazy-yaml.ts'
import { isByteStream } from '../api/exchange.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { toHex } from '../runtime/bytes.ts'

/** The answer of a handler, before the headers that every answer has. */
export interface Payload {
  readonly status: number
  /** The media type of the body; empty when the answer has no body. */
  readonly contentType: string
  readonly body: ApiResponse['body'] | Pieces
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** The rule of compression: by default the rule of resources, `document` for the older OpenAPI document, `none` for none. */
  readonly compression?: 'none' | 'document'
  /** The document that the body encodes, when the answer is one of the meta API. */
  readonly document?: JsonObject
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const plainText = (status: number, text: string): Payload => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body: encoder.encode(text),
})

/** 404 for a path outside every API. */
export const pageNotFound = (): Payload => plainText(404, '404 page not found\n')

/**
 * An answer in the negotiated format. Stored bytes are sent unchanged; YAML and indented text are written from the
 * parsed JSON. Protobuf arrives here already encoded.
 */
export function payload(status: number, written: string | Uint8Array | Pieces, form: Negotiated): Payload {
  if (form.format === 'protobuf' || (form.format === 'json' && !form.pretty)) {
    const body = typeof written === 'string' ? encoder.encode(written) : written
    return { status, contentType: form.mediaType, body: form.format === 'json' ? asLine(body) : body }
  }
  const text = typeof written === 'string' ? written : decoder.decode(whole(written))
  const body = form.format === 'yaml' ? writeYaml(readJson(text).value) : indentJson(text)
  return { status, contentType: form.mediaType, body: encoder.encode(body) }
}

const NEWLINE = 0x0a
const LINE_END = Uint8Array.of(NEWLINE)

/** Adds the final line feed that Go's encoder writes. */
function asLine(text: Uint8Array | Pieces): Uint8Array | Pieces {
  if (text instanceof Pieces)
    return text.chunks.at(-1)?.at(-1) === NEWLINE ? text : new Pieces([...text.chunks, LINE_END])
  if (text[text.length - 1] === NEWLINE) return text
  const line = new Uint8Array(text.length + 1)
  line.set(text)
  line[text.length] = NEWLINE
  return line
}

const whole = (body: Uint8Array | Pieces): Uint8Array => (body instanceof Pieces ? body.join() : body)

/** A document of the meta API: a Status, discovery. */
export function documentPayload(status: number, document: JsonObject, form: Negotiated): Payload {
  const written = form.format === 'protobuf' ? encodeDocument(document) : stringifyJson(document)
  return { ...payload(status, written, form), document }
}

export function encodeDocument(document: JsonObject): Uint8Array {
  const [kind, apiVersion] = [String(document.kind), String(document.apiVersion ?? '')]
  const aggregated = kind === 'APIGroupDiscoveryList' && `api.apidiscovery.${apiVersion.split('/')[1]}`
  return encodeProtobuf(builtinType(`${aggregated || 'apimachinery.pkg.apis.meta.v1'}.${kind}`), document, {
    apiVersion,
    kind,
  })
}

/** A document that clients cache: with its ETag, or 304 when the caller has this version. */
export async function taggedPayload(
  request: ApiRequest,
  document: JsonObject,
  form: Negotiated,
  headers: readonly (readonly [string, string])[] = [],
): Promise<Payload> {
  const tag = `"${await hashOf(document)}"`
  const own = [['ETag', tag] as const, ['Cache-Control', 'public'] as const, ...headers]
  if (request.headers.get('if-none-match') === tag) {
    return { status: 304, contentType: form.mediaType, body: new Uint8Array(), headers: own }
  }
  return { ...documentPayload(200, document, form), headers: own }
}

/** Hashes of cached documents. */
const hashes = new WeakMap<JsonObject, Promise<string>>()

function hashOf(document: JsonObject): Promise<string> {
  let hash = hashes.get(document)
  if (hash === undefined) {
    hash = contentHash(JSON.stringify(document))
    hashes.set(document, hash)
  }
  return hash
}

/** WebCrypto; undefined outside secure contexts, such as in a worker that a sandboxed frame started. */
const { subtle }: Partial<Crypto> = crypto

/** A hash in upper-case hexadecimal: SHA-512, or FNV-1a without WebCrypto. Clients only compare the value. */
export async function contentHash(text: string): Promise<string> {
  const bytes = encoder.encode(text)
  const digest = subtle === undefined ? fnv(bytes) : new Uint8Array(await subtle.digest('SHA-512', bytes))
  return toHex(digest).toUpperCase()
}

/** FNV-1a in two lanes of 32 bits with different multipliers. */
function fnv(bytes: Uint8Array): Uint8Array {
  let [first, second] = [0x811c9dc5, 0x811c9dc5]
  for (const byte of bytes) {
    first = Math.imul(first ^ byte, 0x01000193)
    second = Math.imul(second ^ byte, 0x85ebca6b)
  }
  return new Uint8Array(Uint32Array.of(first, second).buffer)
}

/**
 * A failure in a format that the caller accepts. Without such a format it is indented JSON, because a 406 would hide the
 * failure.
 */
export function failurePayload(
  status: Status,
  accept: string,
  offered: readonly MediaType[],
  wantsPretty: boolean,
): Payload {
  // A codec may not be loaded, or its load may have failed.
  const isLoaded = { protobuf: isProtobufLoaded(), yaml: isYamlWriterLoaded(), json: true }
  const writable = offered.filter(({ format }) => isLoaded[format])
  const form = negotiate(accept, writable, plainOnly)
  const headers = retryAfter(status)
  const fallback = { format: 'json', mediaType: 'application/json', pretty: true } as const
  const chosen = form === undefined ? fallback : { ...form, pretty: form.pretty || wantsPretty }
  const negotiated = { transform: undefined, stream: false, ...chosen }
  return { ...writableDocument(status.code, status, negotiated), headers }
}

/** Encodes a failure. When the format refuses its message, encodes that refusal, with the code of the failure. */
function writableDocument(code: number, status: Status, form: Negotiated): Payload {
  try {
    return documentPayload(code, status, form)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return documentPayload(code, error.status, form)
  }
}

function retryAfter(status: Status): [string, string][] {
  const seconds = status.details?.retryAfterSeconds
  return seconds === undefined ? [] : [['Retry-After', String(seconds)]]
}

/** Adds the common headers, compresses large answers and removes the body of answers to HEAD. */
export function respond(
  answer: Payload,
  { method, acceptEncoding, headers }: { method: string; acceptEncoding: string; headers: ApiResponse['headers'] },
): Awaitable<ApiResponse> {
  const own: (readonly [string, string])[] = []
  if (answer.contentType !== '') own.push(['Content-Type', answer.contentType])
  if (answer.headers === undefined) own.push(...headers)
  else {
    const named = new Set(answer.headers.map(([name]) => name))
    own.push(...answer.headers, ...headers.filter(([name]) => !named.has(name)))
  }
  const { status, body } = answer
  if (isByteStream(body)) return { status, headers: own, body }
  if (method === 'HEAD') return { status, headers: own, body: new Uint8Array() }
  if (status !== 200 || !isCompressed(answer, body.byteLength, acceptEncoding)) {
    return body instanceof Pieces ? new PiecedResponse(status, own, body) : { status, headers: own, body }
  }
  const packed = [...own, ['Content-Encoding', 'gzip'] as const, ['Vary', 'Accept-Encoding'] as const]
  // The pieces are joined first, because compressing many small pieces takes ten times as long.
  return gzip(whole(body)).then((bytes) => ({ status, headers: packed, body: bytes }))
}

function isCompressed({ compression }: Payload, size: number, acceptEncoding: string): boolean {
  if (compression === 'none') return false
  if (compression === 'document') return size >= DOCUMENT_THRESHOLD && prefersGzip(acceptEncoding)
  return size > COMPRESSION_THRESHOLD && acceptsGzip(acceptEncoding)
}

/** A response in pieces; the first read of `body` joins them. */
class PiecedResponse implements ApiResponse {
  readonly status: number
  readonly headers: ApiResponse['headers']
  readonly pieces: Pieces
  #body: Uint8Array | undefined

  constructor(status: number, headers: ApiResponse['headers'], pieces: Pieces) {
    this.status = status
    this.headers = headers
    this.pieces = pieces
  }

  get body(): Uint8Array {
    return (this.#body ??= this.pieces.join())
  }
}
