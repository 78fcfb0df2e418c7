import { failurePayload, plainText, type Payload } from '../../http/payload.ts'
import { refusal } from '../../http/refusal.ts'
import { TextRefusal } from '../../http/request-info.ts'
import { wantsPretty } from '../../http/resource-negotiation.ts'
import type { Exchange, Stage } from '../exchange.ts'

/**
 * Answers with the Status of an error that a later stage throws, in a format that the caller accepts. A TextRefusal is answered
 * with its plain text.
 */
export const refusals = {
  name: 'refusals',
  run(exchange, next) {
    try {
      const answer = next()
      return answer instanceof Promise ? answer.catch((error: unknown) => refuse(exchange, error)) : answer
    } catch (error) {
      return refuse(exchange, error)
    }
  },
} satisfies Stage

/**
 * The greatest length of the message of a Status in a record, in UTF-16 units. A record omits a Status whose message is longer.
 */
const DETAIL_LIMIT = 10_000

function refuse(exchange: Exchange, error: unknown): Payload {
  if (error instanceof TextRefusal) return plainText(error.status, error.message)
  const { context, request, requestInfo, record } = exchange
  const { lifecycle, report, documents } = context
  const status = (exchange.failure = refusal(error, { closing: lifecycle.isClosed, report }))
  const { message = '' } = status
  // The record outlives the request, so it must not keep a Status that repeats a name of a megabyte.
  record.stage('refused', message, message.length > DETAIL_LIMIT ? undefined : () => status)
  const pretty = requestInfo !== undefined && wantsPretty(request, requestInfo.query)
  return failurePayload(status, request.headers.get('accept') ?? '', documents.offered, pretty)
}
