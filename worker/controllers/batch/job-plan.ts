import type { ApiObject } from '../../api/object.ts'
import { removalOrder } from '../workloads/removal-order.ts'
import { firstFree, union } from './completion-indexes.ts'
import { finishedAt, remainingBackoff } from './failure-backoff.ts'
import { failureCount, indexesIn } from './job-indexes.ts'
import type { ObservedJob } from './observed-job.ts'
import type { JobPods } from './job-pods.ts'

/** The next change to the pods of a running job: exactly one of these. */
export type PodPlan =
  | { readonly remove: readonly ApiObject[] }
  /** Milliseconds of backoff after pod failures. */
  | { readonly wait: number }
  /** One pod for each entry; an entry is the index when the job is indexed. */
  | { readonly create: readonly (number | undefined)[] }

/** The limit on pods created or deleted in one sync. */
const MAX_PODS_PER_SYNC = 500

export function podPlan(observed: ObservedJob, jobPods: JobPods, now: number): PodPlan {
  const { spec, active } = observed
  if (spec.isSuspended) return { remove: active }
  const wanted = wantedActive(observed)
  const surplus = removable(observed, Math.max(0, active.length - wanted), jobPods)
  if (surplus.length > 0) return { remove: surplus.slice(0, MAX_PODS_PER_SYNC) }
  const leaving = spec.waitsForEnd ? observed.terminating.length : 0
  const missing = wanted - leaving - active.length
  if (missing <= 0) return { create: [] }
  const wait = spec.backoffLimitPerIndex === undefined ? remainingBackoff(observed.failures, now) : 0
  if (wait > 0) return { wait }
  const count = Math.min(missing, MAX_PODS_PER_SYNC)
  return spec.isIndexed
    ? indexPlan(observed, count, jobPods, now)
    : { create: Array.from({ length: count }, () => undefined) }
}

/** The remaining completions, at most the parallelism. */
function wantedActive({ spec, active, succeeded }: ObservedJob): number {
  const { completions, parallelism } = spec
  // Without `completions`, the first success completes the job.
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism
  return Math.max(0, Math.min(completions - succeeded, parallelism))
}

/** Pods to remove: `atLeast` of them, and in an indexed job every pod with a missing, excessive or duplicate index. */
function removable({ spec, active }: ObservedJob, atLeast: number, jobPods: JobPods): readonly ApiObject[] {
  const surplus = spec.isIndexed ? misplaced(active, spec.completions ?? 0, jobPods) : []
  if (surplus.length >= atLeast) return surplus
  const others = active.filter((pod) => !surplus.includes(pod))
  return [...surplus, ...removalOrder(others).slice(0, atLeast - surplus.length)]
}

function misplaced(active: readonly ApiObject[], completions: number, jobPods: JobPods): ApiObject[] {
  const byIndex = new Map<number, ApiObject[]>()
  const surplus: ApiObject[] = []
  for (const pod of active) {
    const index = jobPods.indexOf(pod)
    if (index === undefined || index >= completions) surplus.push(pod)
    else byIndex.set(index, [...(byIndex.get(index) ?? []), pod])
  }
  for (const pods of byIndex.values()) if (pods.length > 1) surplus.push(...removalOrder(pods).slice(0, -1))
  return surplus
}

/** The first indexes without a pod; with a backoff limit per index, only those whose backoff has passed. */
function indexPlan(
  { spec, active, terminating, indexes }: ObservedJob,
  count: number,
  jobPods: JobPods,
  now: number,
): PodPlan {
  const withPods = spec.waitsForEnd ? [...active, ...terminating] : active
  const taken = union(union(indexes.succeeded, indexes.failed ?? []), indexesIn(withPods, jobPods))
  const free = firstFree(taken, count, spec.completions ?? 0)
  if (spec.backoffLimitPerIndex === undefined) return { create: free }
  const waits = new Map(free.map((index) => [index, waitOf(indexes.replaced.get(index), jobPods, now)]))
  const due = free.filter((index) => waits.get(index) === 0)
  return due.length > 0 || free.length === 0 ? { create: due } : { wait: Math.min(...waits.values()) }
}

function waitOf(replaced: ApiObject | undefined, jobPods: JobPods, now: number): number {
  if (replaced === undefined) return 0
  const failures = failureCount(replaced, jobPods) + 1
  return remainingBackoff({ failures, lastFailure: finishedAt(replaced) }, now)
}
