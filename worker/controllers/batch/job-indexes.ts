import type { ApiObject } from '../../api/object.ts'
import type { Indexes } from './completion-indexes.ts'
import { hasIndex, indexesOf, parseIndexes, union } from './completion-indexes.ts'
import { finishedAt } from './failure-backoff.ts'
import type { JobPods } from './job-pods.ts'
import { hasFailed, hasSucceeded } from './job-pods.ts'
import type { JobSpec, JobStatus } from './job-state.ts'
import { matchFailurePolicy } from './pod-failures.ts'

/** The succeeded and failed indexes of a job. */
export interface JobIndexes {
  /** The succeeded indexes in the stored status. */
  readonly succeededBefore: Indexes
  readonly succeeded: Indexes
  /** The failed indexes; undefined unless each index has its own backoff limit. */
  readonly failed: Indexes | undefined
  /** Failed pods by index. Each is kept until its replacement exists; the replacement continues the count of failures. */
  readonly replaced: ReadonlyMap<number, ApiObject>
}

const NONE: JobIndexes = { succeededBefore: [], succeeded: [], failed: undefined, replaced: new Map() }

interface IndexedPods {
  /** Uncounted pods whose index is in the range of the job. */
  readonly uncountedPods: readonly ApiObject[]
  readonly active: readonly ApiObject[]
}

export function jobIndexes(
  spec: JobSpec,
  status: JobStatus,
  { uncountedPods, active }: IndexedPods,
  jobPods: JobPods,
): JobIndexes {
  const { completions, backoffLimitPerIndex } = spec
  if (!spec.isIndexed || completions === undefined) return NONE
  const added = (before: Indexes, pods: readonly ApiObject[]): Indexes => union(before, indexesIn(pods, jobPods))
  const succeededBefore = parseIndexes(status.completedIndexes, completions)
  const succeeded = added(succeededBefore, uncountedPods.filter(hasSucceeded))
  if (backoffLimitPerIndex === undefined) return { ...NONE, succeededBefore, succeeded }

  const failedPods = uncountedPods.filter((pod) => hasFailed(pod, spec))
  const lost = failedPods.filter((pod) => {
    const { action, isCounted } = matchFailurePolicy(spec.failurePolicy, pod)
    return action === 'FailIndex' || (isCounted && jobPods.failuresBefore(pod).counted >= backoffLimitPerIndex)
  })
  const failed = added(parseIndexes(status.failedIndexes ?? '', completions), lost)
  const settled = union(union(succeeded, failed), indexesIn(active, jobPods))
  return { succeededBefore, succeeded, failed, replaced: lastFailures(failedPods, settled, jobPods) }
}

export function indexesIn(pods: readonly ApiObject[], jobPods: JobPods): Indexes {
  const indexes = pods.map(jobPods.indexOf).filter((index) => index !== undefined)
  return indexesOf(indexes)
}

/** The last failed pod of each index that is to be retried. */
function lastFailures(failed: readonly ApiObject[], settled: Indexes, jobPods: JobPods): Map<number, ApiObject> {
  const last = new Map<number, ApiObject>()
  for (const pod of failed) {
    const index = jobPods.indexOf(pod)
    if (index === undefined || hasIndex(settled, index)) continue
    const before = last.get(index)
    if (before === undefined || isLater(pod, before, jobPods)) last.set(index, pod)
  }
  return last
}

const isLater = (pod: ApiObject, other: ApiObject, jobPods: JobPods): boolean =>
  failureCount(other, jobPods) <= failureCount(pod, jobPods) && finishedAt(pod) >= finishedAt(other)

export function failureCount(pod: ApiObject, jobPods: JobPods): number {
  const { counted, ignored } = jobPods.failuresBefore(pod)
  return counted + ignored
}
