import type { ApiRequest } from '../api/exchange.ts'
import type { UserInfo } from '../api/user.ts'
import type { HealthCheck } from './health.ts'
import type { Payload } from './payload.ts'
import type { RequestInfo } from './request-info.ts'
import type { ResourceServer } from './resource-requests.ts'

/** The dependencies of non-resource paths, in addition to the dependencies of resources. */
export interface DocumentServer extends ResourceServer {
  readonly healthChecks: readonly HealthCheck[]
  /** Sources of further documents: OpenAPI, debugging. A source returns undefined for paths of other sources. */
  readonly documents: readonly DocumentSource[]
}

export type DocumentSource = (
  info: RequestInfo,
  request: ApiRequest,
  user: UserInfo,
) => Promise<Payload | undefined> | Payload | undefined
