import type { Status } from '../../api/status.ts'
import { serverFailure } from '../../http/request-info.ts'
import { andThen } from '../../runtime/awaitable.ts'
import type { Exchange, Stage } from '../exchange.ts'

/**
 * Begins the audit event of a request after authentication, because the audit policy depends on the caller. Refuses a request
 * whose first event the sink has lost.
 */
export const auditReceived = {
  name: 'audit-received',
  run(exchange, next) {
    beginAudit(exchange)
    return andThen(exchange.audit?.isReceived ?? true, (isReceived) => {
      if (isReceived) return next()
      exchange.audit = undefined
      throw serverFailure(exchange.request.url, 'failed to store audit event')
    })
  },
} satisfies Stage

/**
 * Begins the audit event of a request whose URL was read, unless the event has begun or the policy asks for none.
 * @param failure the refusal of a request before authentication; such an event names no user
 */
export function beginAudit(exchange: Exchange, failure?: Status): void {
  const { context, requestInfo, request, record, id, caller, receivedAt } = exchange
  const { audit } = context
  if (audit === undefined || requestInfo === undefined || exchange.audit !== undefined) return
  const rejection = failure && audit.rejection(request, failure)
  const received = audit.request(requestInfo, request, { id, user: caller, receivedAt })
  const trail = (exchange.audit = audit.begin(received, rejection))
  if (trail === undefined) return
  const { changedBy } = record
  exchange.trace = {
    changedBy,
    stage: record.stage.bind(record),
    annotate: trail.annotate.bind(trail),
    requested: trail.requested.bind(trail),
  }
}
