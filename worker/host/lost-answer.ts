import type { ApiRequest, ApiResponse, Handle } from '../api/exchange.ts'
import { isByteStream } from '../api/exchange.ts'
import { objectOrEmpty } from '../api/json.ts'
import type { Status } from '../api/status.ts'
import { timeout } from '../api/status.ts'
import type { AppliedChange } from '../store/persistence/log.ts'

/**
 * Answers a durable write whose answer was lost with its worker. The write is not applied again: the answer comes from
 * its changes in the log, and from the object if it has not changed since.
 * @throws StatusError 504 with the known changes, when the answer cannot be restored
 */
export async function lostAnswer(
  handle: Handle,
  request: ApiRequest,
  applied: readonly AppliedChange[],
): Promise<ApiResponse> {
  const [change] = applied
  if (change === undefined || applied.length > 1)
    throw timeout(`the worker of this cluster ended during the write; ${applied.length} changes of it were stored`)
  if (change.effect === 'removed')
    return json(200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' })
  const answer = await readAs(handle, request, change)
  if (answer !== undefined) return { ...answer, status: change.effect === 'created' ? 201 : 200 }
  throw timeout(`the write was stored at revision ${change.revision}, and its answer was lost with the worker`)
}

/** The object in the form that the write requested; undefined when it is unreadable or has changed since. */
async function readAs(
  handle: Handle,
  { method, url, headers, signal }: ApiRequest,
  { key, revision }: AppliedChange,
): Promise<ApiResponse | undefined> {
  const path = url.split('?', 1)[0] ?? url
  const read = (more: readonly (readonly [string, string])[]): Promise<ApiResponse> =>
    handle({
      method: 'GET',
      url: method === 'POST' ? `${path}/${key.slice(key.lastIndexOf('/') + 1)}` : path,
      headers: new Map([...headers, ...more]),
      signal,
    })
  const seen = await read([
    ['accept', 'application/json'],
    ['accept-encoding', 'identity'],
  ])
  if (seen.status !== 200 || isByteStream(seen.body)) return undefined
  const { metadata } = objectOrEmpty(JSON.parse(new TextDecoder().decode(seen.body)))
  if (objectOrEmpty(metadata)['resourceVersion'] !== String(revision)) return undefined
  const answer = await read([])
  return answer.status === 200 ? answer : undefined
}

function json(status: number, body: Partial<Status> & { readonly metadata: object }): ApiResponse {
  return {
    status,
    headers: [['content-type', 'application/json']],
    body: new TextEncoder().encode(JSON.stringify(body)),
  }
}
