import { isObject } from '../../api/json.ts'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatTime } from '../../clock/clock.ts'
import { listAt } from '../../resources/path.ts'

export interface JobCondition extends JsonObject {
  type: 'Complete' | 'Failed' | 'FailureTarget' | 'SuccessCriteriaMet' | 'Suspended'
  status: 'True' | 'False'
  lastProbeTime: string
  lastTransitionTime: string
  reason?: string
  message?: string
}

export const jobCondition = (
  type: JobCondition['type'],
  {
    status = 'True',
    reason = '',
    message = '',
  }: { status?: JobCondition['status']; reason?: string; message?: string },
  now: number,
): JobCondition => ({
  type,
  status,
  lastProbeTime: formatTime(now),
  lastTransitionTime: formatTime(now),
  ...(reason !== '' && { reason }),
  ...(message !== '' && { message }),
})

export const jobConditions = (job: ApiObject): JobCondition[] =>
  listAt(job, 'status.conditions').filter(isObject) as JobCondition[]

export const jobConditionOf = (
  conditions: readonly JobCondition[],
  type: JobCondition['type'],
): JobCondition | undefined => conditions.find((condition) => condition.type === type)

/** The condition that ended a job; undefined while it runs. */
export const endOf = (job: ApiObject): JobCondition | undefined =>
  jobConditions(job).find(({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True')

/**
 * The list with the condition; the same list when the condition is unchanged. A condition that was never true is not
 * added as False.
 */
export function withJobCondition(conditions: readonly JobCondition[], next: JobCondition): readonly JobCondition[] {
  const before = jobConditionOf(conditions, next.type)
  if (before === undefined) return next.status === 'False' ? conditions : [...conditions, next]
  const isSame = before.status === next.status && before.reason === next.reason && before.message === next.message
  return isSame ? conditions : conditions.map((condition) => (condition === before ? next : condition))
}
