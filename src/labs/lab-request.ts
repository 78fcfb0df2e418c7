import { bodyOf } from '../client/read-json.ts'
import { exactJson } from '../../worker/api/exact-json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty, type Json, type JsonObject } from '../../worker/api/json.ts'
import type { ApiConnection } from '../client/api-connection.ts'

/** The response to a request of a lab: a success or a refusal. */
export interface LabAnswer {
  readonly code: number
  /** The Status of a refusal, the object, or a Table. */
  readonly body: JsonObject
  readonly warnings: readonly string[]
}

export interface LabRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: Json
  readonly accept?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** The User-Agent of requests that labs send. */
export const LAB_AGENT = 'tabplane-lab'

/** Sends a request. @throws Error when the server does not respond, or when the body of the response is not JSON */
export async function labRequest(cluster: ApiConnection, request: LabRequest): Promise<LabAnswer> {
  const { method, path, body, accept = 'application/json', type = 'application/json', headers = {}, signal } = request
  const response = await cluster.fetch(path, {
    method,
    headers: { Accept: accept, 'Content-Type': type, 'User-Agent': LAB_AGENT, ...headers },
    ...(body !== undefined && { body: exactJson(body) }),
    ...(signal !== undefined && { signal }),
  })
  const value = await bodyOf<Json>(response)
  return { code: response.status, body: objectOrEmpty(value), warnings: warningsOf(response.headers) }
}

/** The texts of the header `299 - "unknown field \"spec.x\"", 299 - "…"`, without codes and quotes. */
function warningsOf(headers: Headers): string[] {
  const all = headers.get('Warning') ?? ''
  return [...all.matchAll(/299 - ("(?:[^"\\]|\\.)*")/g)].map(([, quoted = '""']) => JSON.parse(quoted) as string)
}

/** The message of a refusal. */
export const messageOf = ({ body }: LabAnswer): string => stringOrEmpty(body['message'])

/** The causes of a refusal, one for each field: `spec.size: Invalid value: …`. */
export function causesOf({ body }: LabAnswer): readonly string[] {
  const details = objectOrEmpty(body['details'])
  return objectsIn(details['causes']).map(({ field, message }) =>
    [field, message].filter((one) => typeof one === 'string').join(': '),
  )
}
