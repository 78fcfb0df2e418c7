import { dialects } from '../../worker/dialect/dialect.ts'
import type { ApiConnection } from '../client/api-connection.ts'
import { PANE_AGENT, send } from '../client/resource-client.ts'

/** The user name that the cluster reports for this page; empty when the request fails. */
export async function ownUser(cluster: ApiConnection): Promise<string> {
  const group = dialects[cluster.info.dialect].spell('authentication.{domain}')
  const review = { apiVersion: `${group}/v1`, kind: 'SelfSubjectReview' }
  try {
    const response = await send(cluster, `/apis/${group}/v1/selfsubjectreviews`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': PANE_AGENT },
      body: JSON.stringify(review),
    })
    const answer = (await response.json()) as { status?: { userInfo?: { username?: string } } }
    return answer.status?.userInfo?.username ?? ''
  } catch {
    return ''
  }
}
