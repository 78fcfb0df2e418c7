import type { JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { listAt, textAt } from '../resources/path.ts'
import { isBeingDeleted, timeOf } from './object-parts.ts'

export const hasFinished = (pod: ApiObject): boolean => {
  const phase = textAt(pod, 'status.phase')
  return phase === 'Succeeded' || phase === 'Failed'
}

/** Whether a pod has not finished and is not being deleted. */
export const isActive = (pod: ApiObject): boolean => !isBeingDeleted(pod) && !hasFinished(pod)

export const conditionOf = (object: ApiObject, type: string): JsonObject | undefined =>
  listAt(object, 'status.conditions')
    .filter(isObject)
    .find((condition) => condition['type'] === type)

export const isReady = (pod: ApiObject): boolean => conditionOf(pod, 'Ready')?.['status'] === 'True'

/** When the pod last became ready, in milliseconds since 1970; undefined when it is not ready or has no such time. */
export function readySince(pod: ApiObject): number | undefined {
  const ready = conditionOf(pod, 'Ready')
  return ready?.['status'] === 'True' ? timeOf(ready['lastTransitionTime']) : undefined
}

/** Whether a pod has been ready for longer than `minReadySeconds`; 0 needs readiness only. @param now ms since 1970 */
export function isAvailable(pod: ApiObject, minReadySeconds: number, now: number): boolean {
  if (!isReady(pod)) return false
  if (minReadySeconds === 0) return true
  const since = readySince(pod)
  return since !== undefined && since + minReadySeconds * 1000 < now
}

/** Milliseconds until the next ready pod becomes available; undefined when there is none. */
export function nextAvailable(pods: Iterable<ApiObject>, minReadySeconds: number, now: number): number | undefined {
  if (minReadySeconds === 0) return undefined
  let next: number | undefined
  for (const pod of pods) {
    const since = readySince(pod)
    if (since === undefined) continue
    const wait = since + minReadySeconds * 1000 + 1 - now
    if (wait > 0 && (next === undefined || wait < next)) next = wait
  }
  return next
}
