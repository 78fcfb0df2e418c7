import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatTime } from '../../clock/clock.ts'
import { listAt } from '../../resources/path.ts'
import { isBeingDeleted, objectAt, timeOf } from '../object-parts.ts'
import { conditionOf, hasFinished } from '../pod-states.ts'

const TYPE = 'DisruptionTarget'
const STALE_MS = 2 * 60_000

/**
 * Milliseconds until a true DisruptionTarget condition is two minutes old and so stale; undefined when the condition is not
 * true, has no time limit, or is correct because the pod is being deleted or has finished.
 */
export function untilStale(pod: ApiObject, now: number): number | undefined {
  if (isBeingDeleted(pod) || hasFinished(pod)) return undefined
  const condition = conditionOf(pod, TYPE)
  // A termination by the kubelet has no time limit.
  if (condition?.['status'] !== 'True' || condition['reason'] === 'TerminationByKubelet') return undefined
  return Math.max(0, STALE_MS - (now - (timeOf(condition['lastTransitionTime']) ?? 0)))
}

/** The pod with its DisruptionTarget condition set to False. */
export function withoutDisruption(pod: ApiObject, now: number): ApiObject {
  const reset = { type: TYPE, status: 'False', lastProbeTime: null, lastTransitionTime: formatTime(now) }
  const conditions = listAt(pod, 'status.conditions').map((one): Json =>
    isObject(one) && one['type'] === TYPE ? reset : one,
  )
  return { ...pod, status: { ...objectAt(pod, 'status'), conditions } }
}
