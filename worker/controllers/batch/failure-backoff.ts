import { durationOf } from '../../api/int64.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { conditionOf } from '../pod-states.ts'

const FIRST_MS = 10_000
const LONGEST_MS = 600_000

/** The number of failed pods since the last success. Times are milliseconds since 1970. */
export interface FailureRecord {
  readonly failures: number
  readonly lastFailure: number
}

export const NO_FAILURES: FailureRecord = { failures: 0, lastFailure: 0 }

/** Adds newly ended pods to the record. A success resets the count to the failures after it. */
export function recordFailures(
  record: FailureRecord,
  succeeded: readonly ApiObject[],
  failed: readonly ApiObject[],
): FailureRecord {
  const failures = failed.map(finishedAt)
  if (succeeded.length === 0) {
    if (failures.length === 0) return record
    return { failures: record.failures + failures.length, lastFailure: Math.max(...failures) }
  }
  const lastSuccess = Math.max(...succeeded.map(finishedAt))
  const since = failures.filter((at) => at > lastSuccess)
  return since.length === 0 ? NO_FAILURES : { failures: since.length, lastFailure: Math.max(...since) }
}

/** Milliseconds before the next attempt; the delay doubles with each failure, from 10 seconds to 10 minutes. */
export function remainingBackoff({ failures, lastFailure }: FailureRecord, now: number): number {
  if (failures === 0) return 0
  const wait = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS)
  return Math.max(0, wait - (now - lastFailure))
}

/**
 * The end time of a pod (ms since 1970): when its last container ended, else when it became unready, else when its deletion
 * was requested, else when it was created.
 */
export function finishedAt(pod: ApiObject): number {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, creationTimestamp } = pod.metadata ?? {}
  const ready = conditionOf(pod, 'Ready')
  const candidates = [
    endOfContainers(pod),
    ready?.['status'] === 'False' ? Date.parse(textAt(ready, 'lastTransitionTime')) : Number.NaN,
    Date.parse(deletionTimestamp ?? '') - durationOf(deletionGracePeriodSeconds),
    Date.parse(creationTimestamp ?? ''),
  ]
  return candidates.find((at) => !Number.isNaN(at)) ?? 0
}

/**
 * The time at which the last container ended (ms since 1970); NaN for a pod without container statuses, or with a
 * container that has not terminated.
 */
function endOfContainers(pod: ApiObject): number {
  const ends = listAt(pod, 'status.containerStatuses')
    .filter(isObject)
    .map((status) => Date.parse(textAt(status, 'state.terminated.finishedAt')))
  return ends.length === 0 ? Number.NaN : Math.max(...ends)
}
