import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatTime } from '../../clock/clock.ts'
import { listAt, numberAt, textAt } from '../../resources/path.ts'
import { isBeingDeleted, timeOf } from '../object-parts.ts'
import { hasFinished, isActive } from '../pod-states.ts'
import { countIndexes } from './completion-indexes.ts'
import type { FailureRecord } from './failure-backoff.ts'
import { recordFailures } from './failure-backoff.ts'
import type { JobCondition } from './job-conditions.ts'
import { jobConditionOf, jobCondition } from './job-conditions.ts'
import type { JobIndexes } from './job-indexes.ts'
import { jobIndexes } from './job-indexes.ts'
import type { JobPods } from './job-pods.ts'
import { hasFailed, hasSucceeded } from './job-pods.ts'
import type { JobSpec, JobStatus } from './job-state.ts'
import { jobSpec, jobStatus } from './job-state.ts'
import { matchFailurePolicy } from './pod-failures.ts'
import { metSuccessRule } from './success-policy.ts'

/** The state of a job and its pods at one sync. */
export interface ObservedJob {
  readonly job: ApiObject
  readonly spec: JobSpec
  /** The stored status, with the start time when the job starts in this sync. */
  readonly status: JobStatus
  /** Milliseconds since 1970; undefined before the start of the job. */
  readonly startedAt: number | undefined
  readonly pods: readonly ApiObject[]
  readonly active: readonly ApiObject[]
  /** Pods that are being deleted and have not ended. */
  readonly terminating: readonly ApiObject[]
  readonly indexes: JobIndexes
  /** The number of succeeded pods, counted and uncounted; of an indexed job, the number of succeeded indexes. */
  readonly succeeded: number
  readonly failures: FailureRecord
  /** The condition with which the job is to end; undefined when the job continues. */
  readonly end: JobCondition | undefined
}

interface ObservationContext {
  readonly jobPods: JobPods
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * The state of a job and its pods at this sync.
 * @param record the failures up to the previous sync
 */
export function observeJob(
  job: ApiObject,
  pods: readonly ApiObject[],
  record: FailureRecord,
  { jobPods, now }: ObservationContext,
): ObservedJob {
  const spec = jobSpec(job)
  const stored = jobStatus(job)
  const starts = stored.startTime === '' && !spec.isSuspended
  const status = starts ? { ...stored, startTime: formatTime(now) } : stored
  const { uncounted } = status
  const active = pods.filter(isActive)
  const uncountedPods = pods.filter((pod) => isUncounted(pod, spec, jobPods))
  const succeededPods = uncountedPods.filter((pod) => hasSucceeded(pod) && !isIn(uncounted.succeeded, pod))
  const failedPods = uncountedPods.filter((pod) => hasFailed(pod, spec) && !isIn(uncounted.failed, pod))
  const indexes = jobIndexes(spec, status, { uncountedPods, active }, jobPods)
  const observed = {
    job,
    spec,
    status,
    startedAt: starts ? now : timeOf(status.startTime),
    pods,
    active,
    terminating: pods.filter((pod) => isBeingDeleted(pod) && !hasFinished(pod)),
    indexes,
    succeeded: spec.isIndexed
      ? countIndexes(indexes.succeeded)
      : status.succeeded + succeededPods.length + uncounted.succeeded.length,
    failures: recordFailures(record, succeededPods, failedPods),
  }
  const counted = failedPods.filter((pod) => matchFailurePolicy(spec.failurePolicy, pod).isCounted)
  const failed = status.failed + counted.length + uncounted.failed.length
  return { ...observed, end: endCondition(observed, failed, now) }
}

const isIn = (uids: readonly string[], { metadata }: ApiObject): boolean => uids.includes(metadata?.uid ?? '')

/** Whether a pod is still to be counted. An indexed job counts only pods whose index is in its range. */
const isUncounted = (pod: ApiObject, { isIndexed, completions = 0 }: JobSpec, jobPods: JobPods): boolean =>
  jobPods.isTracked(pod) && (!isIndexed || (jobPods.indexOf(pod) ?? completions) < completions)

function endCondition(observed: Omit<ObservedJob, 'end'>, failed: number, now: number): JobCondition | undefined {
  const { spec, status, pods, indexes } = observed
  const met = jobConditionOf(status.conditions, 'SuccessCriteriaMet')
  if (met?.status === 'True') return met
  const target = jobConditionOf(status.conditions, 'FailureTarget')
  if (target !== undefined) return jobCondition('Failed', { reason: target.reason, message: target.message }, now)
  const message = failureOf(pods, spec)
  if (message !== undefined) return jobCondition('FailureTarget', { reason: 'PodFailurePolicy', message }, now)
  const fails = (reason: string, message: string) => jobCondition('Failed', { reason, message }, now)
  if (failed > spec.backoffLimit || restartsTooOften(pods, spec)) {
    return fails('BackoffLimitExceeded', 'Job has reached the specified backoff limit')
  }
  const left = deadlineLeft(spec, observed.startedAt, now)
  if (left !== undefined && left <= 0) {
    return fails('DeadlineExceeded', 'Job was active longer than specified deadline')
  }
  const lost = countIndexes(indexes.failed ?? [])
  if (lost > (spec.maxFailedIndexes ?? Infinity)) {
    const text = 'Job has exceeded the specified maximal number of failed indexes'
    return fails('MaxFailedIndexesExceeded', text)
  }
  if (lost > 0 && lost + countIndexes(indexes.succeeded) >= (spec.completions ?? 0)) {
    return fails('FailedIndexes', 'Job has failed indexes')
  }
  const why = spec.isIndexed && metSuccessRule(spec.successPolicy, spec.completions ?? 0, indexes.succeeded)
  return why ? jobCondition('SuccessCriteriaMet', { reason: 'SuccessPolicy', message: why }, now) : undefined
}

/** Milliseconds until the active deadline; undefined when the job has no deadline, has not started or is suspended. */
export function deadlineLeft(
  { activeDeadlineMs, isSuspended }: JobSpec,
  startedAt: number | undefined,
  now: number,
): number | undefined {
  if (activeDeadlineMs === undefined || startedAt === undefined || isSuspended) return undefined
  return activeDeadlineMs - (now - startedAt)
}

/** The message of the first pod failure that fails the whole job; undefined when no pod failure does. */
function failureOf(pods: readonly ApiObject[], spec: JobSpec): string | undefined {
  if (spec.failurePolicy === undefined) return undefined
  for (const pod of pods) {
    const { message } = hasFailed(pod, spec) ? matchFailurePolicy(spec.failurePolicy, pod) : {}
    if (message !== undefined) return message
  }
  return undefined
}

/** Whether containers restart too often; only pods that restart their containers in place (`OnFailure`) are checked. */
function restartsTooOften(pods: readonly ApiObject[], { restartsContainers, backoffLimit }: JobSpec): boolean {
  if (!restartsContainers) return false
  let restarts = 0
  for (const pod of pods) {
    if (!['Running', 'Pending'].includes(textAt(pod, 'status.phase'))) continue
    for (const list of ['status.initContainerStatuses', 'status.containerStatuses']) {
      for (const status of listAt(pod, list).filter(isObject)) restarts += numberAt(status, 'restartCount')
    }
  }
  return backoffLimit === 0 ? restarts > 0 : restarts >= backoffLimit
}
