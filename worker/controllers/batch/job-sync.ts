import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import type { Clock } from '../../clock/clock.ts'
import { formatTime } from '../../clock/clock.ts'
import { equalJson } from '../../patch/json-values.ts'
import { valueAt } from '../../resources/path.ts'
import { NO_FAILURES, type FailureRecord } from './failure-backoff.ts'
import { jobCondition, withJobCondition, type JobCondition } from './job-conditions.ts'
import { deadlineLeft, observeJob, type ObservedJob } from './observed-job.ts'
import { podPlan, type PodPlan } from './job-plan.ts'
import { indexedPrefix, type JobPods } from './job-pods.ts'
import { jobStatus, statusJson, type JobStatus } from './job-state.ts'
import { settled, track, withEnd, type Tracking } from './job-tracking.ts'
import type { EventRecorder } from '../client/event-recorder.ts'
import type { Informer } from '../client/informer.ts'
import { keyOf, namespacedName } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { JOBS, PODS } from '../kinds.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { isReady } from '../pod-states.ts'
import { claimObjects } from '../workloads/adoption.ts'
import { createPod, type PodControl } from '../workloads/pod-control.ts'
import { selectionOf } from '../workloads/selection.ts'
import { slowStart } from '../workloads/slow-start.ts'

/** The dependencies of a sync of a job. */
export interface JobContext {
  readonly objects: ObjectClient
  readonly clock: Clock
  readonly recorder: EventRecorder
  readonly pods: Informer
  readonly control: PodControl
  readonly jobPods: JobPods
  /** The pod failures of jobs, by the key of the job. */
  readonly records: Map<string, FailureRecord>
  /** Requeues the job after at most `ms` milliseconds. */
  readonly addAfter: (key: string, ms: number) => void
}

/** The shortest delay of a sync after a pod failure, in milliseconds. */
const SHORTEST_WAIT = 1000

/** Syncs a job that has not ended: its pods first, then its status. */
export async function syncJob(context: JobContext, job: ApiObject): Promise<void> {
  const { objects, clock, jobPods, records, addAfter } = context
  const key = keyOf(job)
  const selects = selectionOf(valueAt(job, 'spec.selector'))
  const pods = await claimObjects(
    {
      objects,
      owner: job,
      ownerResource: JOBS,
      resource: PODS,
      isWanted: ({ metadata }) => selects(metadata?.labels),
      finalizers: [jobPods.tracking],
    },
    context.pods.list(job.metadata?.namespace ?? ''),
  )
  const now = clock.now()
  const observed = observeJob(job, pods, records.get(key) ?? NO_FAILURES, { jobPods, now })
  const left = deadlineLeft(observed.spec, observed.startedAt, now)
  if (observed.end === undefined && left !== undefined) addAfter(key, left)
  const step =
    observed.end === undefined ? await syncPods(context, observed, now) : await endPods(context, observed, observed.end)
  const status: JobStatus = {
    ...step.status,
    active: step.active,
    ready: observed.active.filter(isReady).length,
    terminating: observed.terminating.length,
  }
  await countPods(context, observed, track(observed, { status, end: step.end }, jobPods, now))
  if (step.error !== undefined) throw step.error
}

interface Step {
  readonly status: JobStatus
  readonly active: number
  readonly end: JobCondition | undefined
  /** The error of a pod change; thrown after the status is written. */
  readonly error: unknown
}

/** Deletes the pods of a job that ends. The job ends only after every deletion has succeeded. */
async function endPods(
  { control }: JobContext,
  { job, status, active }: ObservedJob,
  end: JobCondition,
): Promise<Step> {
  const { done, error } = await each(active, (pod) => control.delete(job, pod))
  const left = active.length - done.size
  return { status, active: left, end: left === 0 ? end : undefined, error }
}

async function syncPods(context: JobContext, observed: ObservedJob, now: number): Promise<Step> {
  const { job, spec, succeeded } = observed
  const isLeaving = isBeingDeleted(job)
  const pods = isLeaving
    ? { active: observed.active.length, error: undefined }
    : await carryOut(context, observed, podPlan(observed, context.jobPods, now))
  const isDone = spec.completions === undefined ? succeeded > 0 : succeeded >= spec.completions
  if (isDone && pods.active === 0) return { ...pods, status: observed.status, end: jobCondition('Complete', {}, now) }
  const status = isLeaving ? observed.status : withSuspension(context, observed, now)
  return { ...pods, status, end: undefined }
}

/** Updates the Suspended condition when it changed; a resumed job gets a new start time. */
function withSuspension({ recorder }: JobContext, { job, spec, status }: ObservedJob, now: number): JobStatus {
  const condition = spec.isSuspended
    ? jobCondition('Suspended', { reason: 'JobSuspended', message: 'Job suspended' }, now)
    : jobCondition('Suspended', { status: 'False', reason: 'JobResumed', message: 'Job resumed' }, now)
  const conditions = withJobCondition(status.conditions, condition)
  if (conditions === status.conditions) return status
  recorder.event(job, 'Normal', spec.isSuspended ? 'Suspended' : 'Resumed', condition.message ?? '')
  return { ...status, conditions, startTime: spec.isSuspended ? status.startTime : formatTime(now) }
}

/**
 * Creates or removes the pods of a plan, or queues the job again after a wait. Returns the number of active pods after the
 * change, and the error of a failed write.
 */
async function carryOut(
  context: JobContext,
  observed: ObservedJob,
  plan: PodPlan,
): Promise<Pick<Step, 'active' | 'error'>> {
  const { job, active } = observed
  if ('wait' in plan) {
    context.addAfter(keyOf(job), Math.max(plan.wait, SHORTEST_WAIT))
    // The real controller of this release reports zero active pods during the backoff.
    return { active: 0, error: undefined }
  }
  if ('remove' in plan) {
    const { done, error } = await each(plan.remove, async (pod) => {
      await untrackPod(context, pod)
      await context.control.delete(job, pod)
    })
    return { active: active.length - done.size, error }
  }
  let made = 0
  const indexes = plan.create.values()
  try {
    await slowStart(plan.create.length, async () => {
      await createJobPod(context, observed, indexes.next().value)
      made++
    })
  } catch (error) {
    return { active: active.length + made, error }
  }
  return { active: active.length + made, error: undefined }
}

function createJobPod(
  { control, jobPods }: JobContext,
  observed: ObservedJob,
  index: number | undefined,
): Promise<void> {
  const { job, spec, indexes } = observed
  if (index === undefined) return createPod(control, job, jobPods.template(job))
  const template = jobPods.indexedTemplate(job, spec, index, indexes.replaced.get(index))
  return createPod(control, job, template, indexedPrefix(job, index))
}

/** Records ended pods, removes their finalizers and counts them; then the job may end. */
async function countPods(context: JobContext, observed: ObservedJob, tracking: Tracking): Promise<void> {
  const { jobPods, records } = context
  const before = statusJson(jobStatus(observed.job))
  const interim = statusJson(tracking.status)
  let { job } = observed
  if (!equalJson(before, interim)) {
    job = await writeStatus(context, job, interim)
    records.set(keyOf(job), observed.failures)
  }
  const pods = tracking.counted.filter(jobPods.isTracked)
  const { done, error } = await each(pods, (pod) => untrackPod(context, pod))
  const tracked = new Set(tracking.tracked)
  for (const { metadata } of done) tracked.delete(metadata?.uid ?? '')
  const counted = settled(tracking.status, tracked)
  const last = error === undefined ? withEnd(counted, tracking.end) : undefined
  const next = statusJson(last ?? counted)
  if (!equalJson(interim, next)) job = await writeStatus(context, job, next)
  if (error !== undefined) throw error
  if (last !== undefined && tracking.end !== undefined) recordEnd(context, { ...observed, job }, last, tracking.end)
}

const writeStatus = ({ objects }: JobContext, job: ApiObject, status: JsonObject): Promise<ApiObject> =>
  objects.update(JOBS, { ...job, status }, 'status')

function recordEnd({ recorder }: JobContext, { job, spec }: ObservedJob, status: JobStatus, end: JobCondition): void {
  if (end.type !== 'Complete') return recorder.event(job, 'Warning', end.reason ?? '', end.message ?? '')
  if (status.succeeded > (spec.completions ?? Infinity)) {
    const text = 'Too many succeeded pods running after completion count reached'
    recorder.event(job, 'Warning', 'TooManySucceededPods', text)
  }
  recorder.event(job, 'Normal', 'Completed', 'Job completed')
}

/** Removes the finalizer from a pod; a deleted pod counts as done. */
export async function untrackPod(
  { objects, jobPods }: Pick<JobContext, 'objects' | 'jobPods'>,
  pod: ApiObject,
): Promise<void> {
  if (!jobPods.isTracked(pod)) return
  const patch = { metadata: { '$deleteFromPrimitiveList/finalizers': [jobPods.tracking] } }
  try {
    await objects.patch(PODS, namespacedName(pod), 'strategic', patch)
  } catch (error) {
    if (!wasRefused(error, 'NotFound')) throw error
  }
}

/** Calls `act` for all pods concurrently. Returns the pods for which it succeeded, and the first error. */
async function each(
  pods: readonly ApiObject[],
  act: (pod: ApiObject) => Promise<void>,
): Promise<{ readonly done: ReadonlySet<ApiObject>; readonly error: unknown }> {
  const done = new Set<ApiObject>()
  let failure: unknown
  await Promise.all(
    pods.map(async (pod) => {
      try {
        await act(pod)
        done.add(pod)
      } catch (error) {
        failure ??= error
      }
    }),
  )
  return { done, error: failure }
}
