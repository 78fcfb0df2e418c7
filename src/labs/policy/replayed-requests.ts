import { exactJson } from '../../../worker/api/exact-json.ts'
import type { RequestDescription } from '../../../worker/http/debug/request-description.ts'
import type { RequestRecord } from '../../../worker/observability/trace.ts'
import type { ClusterHandle } from '../../cluster/cluster.ts'
import { getJson } from '../../client/resource-client.ts'
import { withIdentity } from '../../scenario/identity-headers.ts'
import { LAB_AGENT } from '../lab-request.ts'
import { isPolicyRefusal } from './policy-trial.ts'

const PATH = '/debug/requests'
const MAX_REQUESTS = 1000

/** A past request that the current policies refuse. */
export interface RefusedRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly user: string
  readonly message: string
}

export interface ReplayedRequests {
  readonly attempted: number
  readonly refused: readonly RefusedRequest[]
}

/**
 * Sends the recorded writes again, as dry runs and as their users. Resolves to the requests that policies refuse.
 * @throws ApiError, and the reason of `signal` when it aborts
 */
export async function replayRequests(cluster: ClusterHandle, signal: AbortSignal): Promise<ReplayedRequests> {
  const { items } = await getJson<{ items: readonly RequestRecord[] }>(cluster, PATH)
  const writes = items.filter(isReplayable).slice(-MAX_REQUESTS)
  const refused: RefusedRequest[] = []
  for (const { id, method, url, user, actingAs, groups } of writes) {
    signal.throwIfAborted()
    const { request } = await getJson<RequestDescription>(cluster, `${PATH}?id=${encodeURIComponent(id)}`)
    const caller = actingAs === '' ? user : actingAs
    const headers = { 'Content-Type': typeOf(request), 'User-Agent': LAB_AGENT }
    const init = withIdentity(
      { method, headers, ...bodyOf(request), signal },
      { name: 'replayed', user: caller, groups: [...groups] },
    )
    const response = await cluster.fetch(`${url}${url.includes('?') ? '&' : '?'}dryRun=All`, init)
    const { message = '' } = (await response.json()) as { message?: string }
    if (response.status >= 400 && isPolicyRefusal(message)) refused.push({ id, method, url, user: caller, message })
  }
  return { attempted: writes.length, refused }
}

const isReplayable = ({ method, url, status, userAgent }: RequestRecord): boolean =>
  ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) &&
  status < 300 &&
  userAgent !== LAB_AGENT &&
  /^\/apis?\//.test(url) &&
  !/[?&]dryRun=/.test(url) &&
  !/\/(token|eviction|binding|status|scale|approval)(\?|$)/.test(url) &&
  !/reviews?(\?|$)/.test(url)

const bodyOf = (request: RequestDescription['request']): { readonly body?: string } => {
  if (request?.body === undefined) return {}
  return { body: typeof request.body === 'string' ? request.body : exactJson(request.body) }
}

const typeOf = (request: RequestDescription['request']): string =>
  request?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/json'
