import type { ApiRequest } from '../../api/exchange.ts'
import type { UserInfo } from '../../api/user.ts'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { mediaTypes } from '../../codec/negotiation.ts'
import { dialects } from '../../dialect/dialect.ts'
import type { DocumentServer } from '../../http/document-server.ts'
import { plainText, type Payload } from '../../http/payload.ts'
import { readRequestInfo } from '../../http/request-info.ts'
import { requestLimits } from '../../http/request-limits.ts'
import { requestRing } from '../../observability/request-ring.ts'
import { Exchange, type PipelineContext } from '../exchange.ts'
import { Lifecycle } from '../lifecycle.ts'

interface ExchangeParts extends Partial<Pick<ApiRequest, 'method' | 'url' | 'body'>> {
  readonly headers?: Readonly<Record<string, string>>
  readonly context?: Partial<PipelineContext>
}

export const ada: UserInfo = { username: 'ada', uid: '', groups: [], extra: {} }

/** A context without a cluster: a test passes the members that its stage reads. */
export function contextOf(members: Partial<PipelineContext> = {}): PipelineContext {
  const clock = virtualClock()
  return {
    clock,
    dialect: dialects.svc,
    cluster: {} as PipelineContext['cluster'],
    documents: { offered: mediaTypes(dialects.svc) } as DocumentServer,
    limits: requestLimits({}, clock),
    lifecycle: new Lifecycle(() => Promise.resolve()),
    audit: undefined,
    cors: undefined,
    report: () => undefined,
    ...members,
  }
}

/** An exchange as after the first stages: the request info is read, and the caller is ada. */
export function exchangeOf({ method = 'GET', url = '/api/v1/pods', body, headers = {}, context }: ExchangeParts = {}) {
  const whole = contextOf(context)
  const request: ApiRequest = {
    method,
    url,
    headers: new Map(Object.entries(headers)),
    ...(body !== undefined && { body }),
    signal: new AbortController().signal,
  }
  const record = requestRing(whole.clock).begin({ id: 'r1', method, url, userAgent: '', startedAt: 0 }, 0)
  const exchange = new Exchange(whole, request, { id: 'r1', record, receivedAt: 0 })
  exchange.requestInfo = readRequestInfo(method, url)
  exchange.caller = ada
  exchange.user = ada
  return exchange
}

/** The answer of the later stages in a test. */
export const later: Payload = plainText(200, 'later')
export const next = (): Payload => later
