import type { ApiConnection } from '../../client/api-connection.ts'
import { send } from '../../client/resource-client.ts'

const TOKEN_SECONDS = 3600
/** Milliseconds after which a token is replaced; it is then still valid. */
const RENEWED_MS = 50 * 60 * 1000

/**
 * A connection that acts as a ServiceAccount, `namespace/name`, by a token that the server issues. A fetch that needs a new token
 * throws ApiError when the ServiceAccount does not exist.
 */
export function accountConnection(cluster: ApiConnection, account: string, now = () => Date.now()): ApiConnection {
  const [namespace, name] = account.split('/')
  let issued: { readonly token: Promise<string>; readonly at: number } | undefined
  const issue = async (): Promise<string> => {
    const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`
    const response = await send(cluster, path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ spec: { expirationSeconds: TOKEN_SECONDS } }),
    })
    return ((await response.json()) as { status: { token: string } }).status.token
  }
  const token = (): Promise<string> => {
    if (issued === undefined || now() - issued.at > RENEWED_MS) {
      const requested = { token: issue(), at: now() }
      issued = requested
      requested.token.catch(() => {
        if (issued === requested) issued = undefined
      })
    }
    return issued.token
  }
  return {
    info: cluster.info,
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers)
      headers.set('Authorization', `Bearer ${await token()}`)
      const response = await cluster.fetch(path, { ...init, headers })
      // The ServiceAccount may have been deleted and created again, so the next request gets a new token.
      if (response.status === 401) issued = undefined
      return response
    },
  }
}
