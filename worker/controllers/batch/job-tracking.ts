import type { ApiObject } from '../../api/object.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { countIndexes, formatIndexes, hasIndex, indexesOf, union } from './completion-indexes.ts'
import type { JobCondition } from './job-conditions.ts'
import { jobCondition, withJobCondition } from './job-conditions.ts'
import type { ObservedJob } from './observed-job.ts'
import type { JobPods } from './job-pods.ts'
import { hasFailed, hasSucceeded } from './job-pods.ts'
import type { JobStatus } from './job-state.ts'
import { matchFailurePolicy } from './pod-failures.ts'

/**
 * Each pod is counted exactly once, even after a crash: its uid is stored in the status, then its finalizer is removed,
 * then the uid is replaced by a count.
 */
export interface Tracking {
  /** The status to write before the pods lose their finalizers. */
  readonly status: JobStatus
  /** Pods to lose their finalizers. */
  readonly counted: readonly ApiObject[]
  /** Uids of the pods that have the finalizer. */
  readonly tracked: ReadonlySet<string>
  /** The condition that ends the job after every pod is counted; undefined when the job continues. */
  readonly end: JobCondition | undefined
}

/** The limit on uids in `uncountedTerminatedPods` (MaxUncountedPods). */
const MAX_UNCOUNTED = 500

const uidOf = ({ metadata }: ApiObject): string => metadata?.uid ?? ''

interface JobOutcome {
  /** The status with the changes of this sync so far. */
  readonly status: JobStatus
  readonly end: JobCondition | undefined
}

export function track(observed: ObservedJob, { status, end }: JobOutcome, jobPods: JobPods, now: number): Tracking {
  const pods = observed.pods.filter(jobPods.isTracked)
  const tracked = new Set(pods.map(uidOf))
  const before = settled(status, tracked)
  const { counted, uncounted, newIndexes, isFull } = count(
    observed,
    { status: before, end },
    inOrder(pods, observed, jobPods),
    jobPods,
  )
  const next = { ...before, uncounted, ...indexFields(observed, newIndexes) }
  const interim = end?.type === 'FailureTarget' || end?.type === 'SuccessCriteriaMet' ? end : undefined
  return {
    status: interim === undefined ? next : { ...next, conditions: withJobCondition(next.conditions, interim) },
    counted,
    tracked,
    end: isFull ? undefined : finalCondition(end, now),
  }
}

/** Replaces the uids of pods without the finalizer by counts. */
export function settled(status: JobStatus, tracked: ReadonlySet<string>): JobStatus {
  const { uncounted } = status
  const succeeded = uncounted.succeeded.filter((uid) => tracked.has(uid))
  const failed = uncounted.failed.filter((uid) => tracked.has(uid))
  return {
    ...status,
    succeeded: status.succeeded + uncounted.succeeded.length - succeeded.length,
    failed: status.failed + uncounted.failed.length - failed.length,
    uncounted: { succeeded, failed },
  }
}

/** The status with the condition that ends the job; undefined while pods are uncounted. */
export function withEnd(status: JobStatus, end: JobCondition | undefined): JobStatus | undefined {
  const { uncounted } = status
  if (end === undefined || uncounted.succeeded.length > 0 || uncounted.failed.length > 0) return undefined
  return {
    ...status,
    conditions: withJobCondition(status.conditions, end),
    completionTime: end.type === 'Complete' ? end.lastTransitionTime : status.completionTime,
  }
}

function finalCondition(end: JobCondition | undefined, now: number): JobCondition | undefined {
  if (end?.type === 'FailureTarget') return jobCondition('Failed', { reason: end.reason, message: end.message }, now)
  if (end?.type !== 'SuccessCriteriaMet') return end
  return jobCondition('Complete', { reason: end.reason, message: end.message }, now)
}

/** The pods in the order of counting: the pods of an indexed job by ascending index. */
const inOrder = (pods: readonly ApiObject[], { spec }: ObservedJob, jobPods: JobPods): readonly ApiObject[] =>
  spec.isIndexed ? [...pods].sort((a, b) => (jobPods.indexOf(a) ?? -1) - (jobPods.indexOf(b) ?? -1)) : pods

interface Count {
  readonly counted: ApiObject[]
  readonly uncounted: { readonly succeeded: string[]; readonly failed: string[] }
  readonly newIndexes: number[]
  readonly isFull: boolean
}

function count(
  observed: ObservedJob,
  { status, end }: JobOutcome,
  pods: readonly ApiObject[],
  jobPods: JobPods,
): Count {
  const { spec, indexes } = observed
  const knownFailed = new Set(observed.status.uncounted.failed)
  const knownSucceeded = new Set(observed.status.uncounted.succeeded)
  const uncounted = { succeeded: [...status.uncounted.succeeded], failed: [...status.uncounted.failed] }
  const counted: ApiObject[] = []
  const newIndexes: number[] = []
  // A job that fails counts all of its pods as failed.
  const failsAll = end !== undefined && end.type !== 'SuccessCriteriaMet'
  const isWithin = (index: number | undefined) => index !== undefined && index < (spec.completions ?? 0)
  for (const pod of pods) {
    if (!isCountable(observed, pod, end, jobPods)) continue
    counted.push(pod)
    const [uid, index] = [uidOf(pod), jobPods.indexOf(pod)]
    if (hasSucceeded(pod) && !knownFailed.has(uid)) {
      if (!spec.isIndexed) {
        if (!knownSucceeded.has(uid)) uncounted.succeeded.push(uid)
      } else if (index !== undefined && isWithin(index) && !hasIndex(indexes.succeededBefore, index)) {
        newIndexes.push(index)
      }
    } else if ((hasFailed(pod, spec) || failsAll) && !knownFailed.has(uid) && (!spec.isIndexed || isWithin(index))) {
      if (matchFailurePolicy(spec.failurePolicy, pod).isCounted) uncounted.failed.push(uid)
    }
    const isFull = newIndexes.length + uncounted.succeeded.length + uncounted.failed.length >= MAX_UNCOUNTED
    if (isFull) return { counted, uncounted, newIndexes, isFull }
  }
  return { counted, uncounted, newIndexes, isFull: false }
}

/**
 * Whether the pod can be counted. A failed pod of an index keeps its finalizer until its replacement has taken over the
 * failure count of the index.
 */
function isCountable(
  { job, spec, indexes }: ObservedJob,
  pod: ApiObject,
  end: JobCondition | undefined,
  jobPods: JobPods,
): boolean {
  if (isBeingDeleted(job) || end !== undefined || hasSucceeded(pod)) return true
  if (!hasFailed(pod, spec)) return false
  const index = jobPods.indexOf(pod)
  return index === undefined || indexes.replaced.get(index) !== pod
}

function indexFields({ spec, indexes }: ObservedJob, newIndexes: readonly number[]): Partial<JobStatus> {
  if (!spec.isIndexed) return {}
  const succeeded = union(indexes.succeeded, indexesOf(newIndexes))
  return {
    succeeded: countIndexes(succeeded),
    completedIndexes: formatIndexes(succeeded),
    failedIndexes: indexes.failed && formatIndexes(indexes.failed),
  }
}
