import type { ApiRequest } from '../api/exchange.ts'
import type { Status } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { CorsPolicy } from '../http/cors.ts'
import type { Classified } from '../http/flow-control/flow-control.ts'
import type { DocumentServer } from '../http/document-server.ts'
import type { Payload } from '../http/payload.ts'
import type { RequestInfo } from '../http/request-info.ts'
import type { RequestLimits } from '../http/request-limits.ts'
import { Warnings } from '../http/warnings.ts'
import type { AuditTrail } from '../observability/audit.ts'
import type { RecordedTrace } from '../observability/request-ring.ts'
import type { Trace } from '../observability/trace.ts'
import type { Cluster } from './cluster.ts'
import type { Step } from './compose.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Audit } from './open-audit.ts'

/** The shared context of all exchanges: the cluster behind the pipeline, and the policies of its host. */
export interface PipelineContext {
  readonly clock: Clock
  readonly dialect: Dialect
  readonly cluster: Pick<Cluster, 'authorizer' | 'flows' | 'identify'>
  readonly documents: DocumentServer
  readonly limits: RequestLimits
  readonly lifecycle: Lifecycle
  /** The audit of requests; undefined when nothing is audited. */
  readonly audit: Audit | undefined
  /** The rules for pages of another origin; undefined when no such page can reach the server. */
  readonly cors: CorsPolicy | undefined
  /** Receives every error that is a defect of the server. */
  report(error: unknown): void
}

/** One stage of the request pipeline; `stages.ts` lists them in their order. */
export type Stage = Step<Exchange, Payload>

/** The state of one request in the stages. */
export class Exchange {
  readonly context: PipelineContext
  readonly id: string
  readonly record: RecordedTrace
  /** Milliseconds since 1970. */
  readonly receivedAt: number
  readonly warnings = new Warnings()
  /** The stage `timeout` replaces it with a request that is aborted at its deadline. */
  request: ApiRequest
  /** The record; the stage `audit-received` adds the audit event. */
  trace: Trace
  /** The request's verb and resource; undefined until the stage `request-info` has read the URL. */
  requestInfo: RequestInfo | undefined
  /** The authenticated user; undefined until the stage `authentication` has found the caller. */
  caller: UserInfo | undefined
  /** The caller, or the user that the caller impersonates. */
  #user: UserInfo | undefined
  /** Milliseconds that the request may take; 0 means no limit. */
  deadline = 0
  flow: Classified | undefined
  audit: AuditTrail | undefined
  /** The Status of the answer when a stage refused. */
  failure: Status | undefined

  /** Headers that stages add to the answer, also to a refusal. */
  readonly headers: (readonly [name: string, value: string])[] = []

  constructor(context: PipelineContext, request: ApiRequest, begun: Pick<Exchange, 'id' | 'record' | 'receivedAt'>) {
    this.context = context
    this.request = request
    this.id = begun.id
    this.record = begun.record
    this.trace = begun.record
    this.receivedAt = begun.receivedAt
  }

  /** For stages after `request-info`. */
  get info(): RequestInfo {
    if (this.requestInfo === undefined) throw new Error('read the request info behind the stage request-info')
    return this.requestInfo
  }

  /** For stages after `impersonation`. */
  get user(): UserInfo {
    if (this.#user === undefined) throw new Error('read the user behind the stage impersonation')
    return this.#user
  }

  /** The impersonated user; undefined without impersonation. */
  get actingAs(): UserInfo | undefined {
    return this.#user === this.caller ? undefined : this.#user
  }

  set user(user: UserInfo) {
    this.#user = user
  }
}
