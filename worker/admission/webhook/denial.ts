import { boundedNumber } from '../../api/numbers.ts'
import { quote } from '../../api/go-format.ts'
import { isObject, stringOrEmpty, type Json, type JsonObject } from '../../api/json.ts'
import { failure, internalError, StatusError, type Status, type StatusReason } from '../../api/status.ts'
import type { CallFault } from '../../webhooks/backend.ts'
import type { Hook } from './webhook.ts'

/** The refusal of a request that a webhook denied (reference/webhooks.md 12). */
export function denial({ name }: Hook, status: JsonObject = {}): StatusError {
  const by = `admission webhook ${quote(name)} denied the request`
  const [message, reason, code] = [
    stringOrEmpty(status['message']),
    stringOrEmpty(status['reason']),
    boundedNumber(status['code'] ?? 0),
  ]
  const why = message || reason
  const refusal = failure({
    code: code < 400 ? 400 : code,
    reason: reason as StatusReason,
    message: why === '' ? `${by} without explanation` : `${by}: ${why}`,
    ...(isObject(status['details']) && { details: status['details'] }),
    ...(isObject(status['metadata']) && { metadata: status['metadata'] as { [key: string]: Json } }),
  })
  // A denial is a failure, even if the webhook's status is Success.
  const given = stringOrEmpty(status['status'])
  if (given === '' || given === 'Success' || given === 'Failure') return refusal
  return new StatusError({ ...refusal.status, status: given as Status['status'] })
}

/** The refusal of a request whose required webhook could not be called. */
export const uncallable = ({ name }: Hook, fault: CallFault): StatusError =>
  internalError(`failed calling webhook ${quote(name)}: ${fault.message}`)
