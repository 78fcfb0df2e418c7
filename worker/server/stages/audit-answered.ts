import { isByteStream } from '../../api/exchange.ts'
import type { Payload } from '../../http/payload.ts'
import { andThen } from '../../runtime/awaitable.ts'
import type { Exchange, Stage } from '../exchange.ts'
import { beginAudit } from './audit-received.ts'

/**
 * Writes the event ResponseComplete of each answer whose request has an audit event, also of a refusal. A stream has
 * ResponseStarted at its start and ResponseComplete at its end. A request that is refused with a Status after its URL was read
 * and before the stage audit-received has ResponseStarted as its only event.
 */
export const auditAnswered = {
  name: 'audit-answered',
  run(exchange, next) {
    if (exchange.context.audit === undefined) return next()
    return andThen(next(), (answer) => {
      // Does nothing when the stage audit-received has begun the event: a request refused before that stage has none yet.
      if (exchange.failure !== undefined) beginAudit(exchange, exchange.failure)
      return exchange.audit === undefined ? answer : writeEvent(exchange, answer)
    })
  },
} satisfies Stage

async function writeEvent(
  { context, requestInfo, failure, audit: trail }: Exchange,
  answer: Payload,
): Promise<Payload> {
  const { audit, documents } = context
  if (audit === undefined || trail === undefined || requestInfo === undefined) return answer
  await trail.answered(audit.answer(answer, { info: requestInfo, failure, server: documents }))
  const { body, status } = answer
  return isByteStream(body) ? { ...answer, body: audit.stream(body, () => trail.ended(status)) } : answer
}
