import { durationOf } from '../../api/int64.ts'
import { isObject, objectOrEmpty, stringsIn, type Json, type JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { integerAt, listAt, numberAt, textAt, valueAt } from '../../resources/path.ts'
import type { JobCondition } from './job-conditions.ts'
import { jobConditions } from './job-conditions.ts'

/** The parsed spec of a job. */
export interface JobSpec {
  readonly parallelism: number
  readonly completions: number | undefined
  readonly isIndexed: boolean
  readonly isSuspended: boolean
  readonly backoffLimit: number
  readonly backoffLimitPerIndex: number | undefined
  readonly maxFailedIndexes: number | undefined
  readonly activeDeadlineMs: number | undefined
  readonly failurePolicy: JsonObject | undefined
  readonly successPolicy: JsonObject | undefined
  /** Whether a pod that is being deleted is replaced, or counted as failed, only after it has ended. */
  readonly waitsForEnd: boolean
  readonly restartsContainers: boolean
}

/** The parsed status of a job; times are RFC 3339 texts. */
export interface JobStatus {
  readonly conditions: readonly JobCondition[]
  readonly startTime: string
  readonly completionTime: string
  readonly active: number
  readonly succeeded: number
  readonly failed: number
  readonly terminating: number | undefined
  readonly completedIndexes: string
  readonly failedIndexes: string | undefined
  /** Uids of ended pods that are to be counted after they have lost their finalizer. */
  readonly uncounted: { readonly succeeded: readonly string[]; readonly failed: readonly string[] }
  readonly ready: number | undefined
}

const numberIn = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined)
const objectIn = (value: Json | undefined): JsonObject | undefined => (isObject(value) ? value : undefined)

export function jobSpec(job: ApiObject): JobSpec {
  const number = (field: string) => numberIn(valueAt(job, `spec.${field}`))
  const object = (field: string) => objectIn(valueAt(job, `spec.${field}`))
  const hasDeadline = valueAt(job, 'spec.activeDeadlineSeconds') !== undefined
  const failurePolicy = object('podFailurePolicy')
  return {
    parallelism: numberAt(job, 'spec.parallelism'),
    completions: number('completions'),
    isIndexed: textAt(job, 'spec.completionMode') === 'Indexed',
    isSuspended: valueAt(job, 'spec.suspend') === true,
    backoffLimit: numberAt(job, 'spec.backoffLimit'),
    backoffLimitPerIndex: number('backoffLimitPerIndex'),
    maxFailedIndexes: number('maxFailedIndexes'),
    activeDeadlineMs: hasDeadline ? durationOf(integerAt(job, 'spec.activeDeadlineSeconds')) : undefined,
    failurePolicy,
    successPolicy: object('successPolicy'),
    waitsForEnd: failurePolicy !== undefined || textAt(job, 'spec.podReplacementPolicy') === 'Failed',
    restartsContainers: textAt(job, 'spec.template.spec.restartPolicy') === 'OnFailure',
  }
}

export function jobStatus(job: ApiObject): JobStatus {
  const status = objectOrEmpty(job['status'])
  const { failedIndexes } = status
  return {
    conditions: jobConditions(job),
    startTime: textAt(status, 'startTime'),
    completionTime: textAt(status, 'completionTime'),
    active: numberAt(status, 'active'),
    succeeded: numberAt(status, 'succeeded'),
    failed: numberAt(status, 'failed'),
    terminating: numberIn(status['terminating']),
    completedIndexes: textAt(status, 'completedIndexes'),
    failedIndexes: typeof failedIndexes === 'string' ? failedIndexes : undefined,
    uncounted: {
      succeeded: stringsIn(listAt(status, 'uncountedTerminatedPods.succeeded')),
      failed: stringsIn(listAt(status, 'uncountedTerminatedPods.failed')),
    },
    ready: numberIn(status['ready']),
  }
}

/**
 * The stored form of a status. Zero counts are omitted, except in optional fields such as `terminating`, which are
 * written when known.
 */
export function statusJson(status: JobStatus): JsonObject {
  const { conditions, startTime, completionTime, active, succeeded, failed, uncounted } = status
  const { terminating, completedIndexes, failedIndexes, ready } = status
  return {
    ...(conditions.length > 0 && { conditions: [...conditions] }),
    ...(startTime !== '' && { startTime }),
    ...(completionTime !== '' && { completionTime }),
    ...(active !== 0 && { active }),
    ...(succeeded !== 0 && { succeeded }),
    ...(failed !== 0 && { failed }),
    ...(terminating !== undefined && { terminating }),
    ...(completedIndexes !== '' && { completedIndexes }),
    ...(failedIndexes !== undefined && { failedIndexes }),
    uncountedTerminatedPods: {
      ...(uncounted.succeeded.length > 0 && { succeeded: [...uncounted.succeeded] }),
      ...(uncounted.failed.length > 0 && { failed: [...uncounted.failed] }),
    },
    ...(ready !== undefined && { ready }),
  }
}
