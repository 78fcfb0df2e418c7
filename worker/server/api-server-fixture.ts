import type { ApiResponse, Handle } from '../api/exchange.ts'
import { isByteStream } from '../api/exchange.ts'
import type { JsonObject } from '../api/json.ts'

/** A response with its decoded body. */
export interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly bytes: Uint8Array
  readonly text: string
  readonly json: JsonObject
  readonly response: ApiResponse
}

interface Content {
  /** An object is encoded as JSON. */
  readonly body?: string | Uint8Array | JsonObject | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends one request. */
export async function send(
  handle: Handle,
  method: string,
  url: string,
  { body, headers = {} }: Content = {},
): Promise<Answer> {
  const bytes =
    body === undefined || body instanceof Uint8Array
      ? body
      : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
  const response = await handle({
    method,
    url,
    headers: new Map(Object.entries(headers)),
    ...(bytes === undefined ? {} : { body: bytes }),
    signal: new AbortController().signal,
  })
  const answer = isByteStream(response.body) ? new Uint8Array() : response.body
  const text = new TextDecoder().decode(answer)
  return {
    status: response.status,
    headers: new Map(response.headers.map(([name, value]) => [name.toLowerCase(), value])),
    bytes: answer,
    text,
    get json() {
      return JSON.parse(text) as JsonObject
    },
    response,
  }
}
