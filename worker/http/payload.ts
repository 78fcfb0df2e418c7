import type { ApiRequest, ApiResponse } from '../api/exchange.ts'
import type { Status } from '../api/status.ts'
import { acceptsGzip, COMPRESSION_THRESHOLD, gzip } from '../codec/compression.ts'
import type { MediaType, Negotiated } from '../codec/negotiation.ts'
import { negotiate, plainOnly } from '../codec/negotiation.ts'
import { indentJson } from '../codec/json-indent.ts'
import { readJson } from '../codec/json-reader.ts'
import { writeYaml } from '../codec/yaml-writer.ts'
import { isByteStream } from '../api/exchange.ts'

/** What a handler answers, before the headers that every answer has. */
export interface Payload {
  readonly status: number
  readonly contentType: string
  readonly body: ApiResponse['body']
  readonly headers?: readonly (readonly [name: string, value: string])[]
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const plainText = (status: number, text: string): Payload => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body: encoder.encode(text),
})

/** 404 for a path below no API at all. */
export const pageNotFound = (): Payload => plainText(404, '404 page not found\n')

/**
 * An answer in the negotiated format. Every answer is JSON first; stored bytes go out as they are, and other formats
 * are written from the parsed text.
 */
export function payload(status: number, json: string | Uint8Array, form: Negotiated): Payload {
  if (form.format === 'json' && !form.pretty) {
    return { status, contentType: form.mediaType, body: typeof json === 'string' ? encoder.encode(json) : json }
  }
  const text = typeof json === 'string' ? json : decoder.decode(json)
  const written = form.format === 'yaml' ? writeYaml(readJson(text).value) : indentJson(text)
  return { status, contentType: form.mediaType, body: encoder.encode(written) }
}

/** A document that clients keep: with its tag, or 304 where the caller has it already. */
export async function taggedPayload(
  request: ApiRequest,
  json: string,
  form: Negotiated,
  headers: readonly (readonly [string, string])[] = [],
): Promise<Payload> {
  const tag = `"${await contentHash(json)}"`
  const own = [['ETag', tag] as const, ['Cache-Control', 'public'] as const, ...headers]
  if (request.headers.get('if-none-match') === tag) {
    return { status: 304, contentType: form.mediaType, body: new Uint8Array(), headers: own }
  }
  return { ...payload(200, json, form), headers: own }
}

/** SHA-512 in upper-case hexadecimal. */
export async function contentHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-512', encoder.encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

/** A failure, in a format the caller takes; as indented JSON where there is none, so that it is not hidden behind a 406. */
export function failurePayload(
  status: Status,
  accept: string,
  offered: readonly MediaType[],
  prettyWanted: boolean,
): Payload {
  const form = negotiate(accept, offered, plainOnly)
  const json = JSON.stringify(status)
  const headers = retryAfter(status)
  const fallback = { format: 'json', mediaType: 'application/json', pretty: true } as const
  const chosen = form === undefined ? fallback : { ...form, pretty: form.pretty || prettyWanted }
  return { ...payload(status.code, json, { transform: undefined, stream: false, ...chosen }), headers }
}

function retryAfter(status: Status): [string, string][] {
  const seconds = status.details?.retryAfterSeconds
  return seconds === undefined ? [] : [['Retry-After', String(seconds)]]
}

/** Adds what every answer has, compresses large ones and empties those to HEAD. */
export async function respond(
  answer: Payload,
  { method, acceptEncoding, headers }: { method: string; acceptEncoding: string; headers: ApiResponse['headers'] },
): Promise<ApiResponse> {
  const named = new Set(answer.headers?.map(([name]) => name))
  const common = headers.filter(([name]) => !named.has(name))
  const own: (readonly [string, string])[] = [
    ['Content-Type', answer.contentType],
    ...(answer.headers ?? []),
    ...common,
  ]
  const { status, body } = answer
  if (isByteStream(body)) return { status, headers: own, body }
  if (method === 'HEAD') return { status, headers: own, body: new Uint8Array() }
  if (body.length <= COMPRESSION_THRESHOLD || status !== 200 || !acceptsGzip(acceptEncoding)) {
    return { status, headers: own, body }
  }
  return {
    status,
    headers: [...own, ['Content-Encoding', 'gzip'], ['Vary', 'Accept-Encoding']],
    body: await gzip(body),
  }
}
