import type { ApiObject, OwnerReference } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { textAt, valueAt } from '../../resources/path.ts'
import { endOf } from './job-conditions.ts'
import { deadlineLeft } from './observed-job.ts'
import { openJobPods } from './job-pods.ts'
import { jobSpec } from './job-state.ts'
import { syncJob, untrackPod, type JobContext } from './job-sync.ts'
import type { Informer, ResourceEventHandler } from '../client/informer.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { WorkQueue } from '../client/work-queue.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { JOBS, PODS } from '../kinds.ts'
import { controllerOf, isBeingDeleted, timeOf } from '../object-parts.ts'
import { podControl } from '../workloads/pod-control.ts'
import { selectionOf } from '../workloads/selection.ts'

/** Milliseconds that a sync waits for more pod changes of the job, because pod changes come in bursts. */
const BATCH_MS = 1000
const RETRIES = { base: 1000, max: 60_000 }

interface ControllerState extends JobContext {
  readonly jobs: Informer
  readonly queue: WorkQueue
  /** Pods that have the tracking finalizer, but that no job counts; their finalizer is removed. */
  readonly orphans: WorkQueue
}

/** Runs the pods of jobs until enough of them have succeeded or too many have failed. */
export const jobs = {
  name: 'job-controller',
  alias: 'job',
  open(context): Controller {
    let stops: (() => void)[] = []
    return {
      needs: [JOBS, PODS],
      async start() {
        const state = openState(context)
        const { jobs, pods, queue, orphans } = state
        stops = [
          jobs.addEventHandler(jobHandler(state, context)),
          pods.addEventHandler(podHandler(state)),
          () => queue.stop(),
          () => orphans.stop(),
        ]
        await Promise.all([jobs.synced, pods.synced])
      },
      stop() {
        for (const stop of stops) stop()
      },
    }
  },
} satisfies ManagerController

function openState(context: ManagerContext): ControllerState {
  const { objects, clock, dialect } = context
  const recorder = context.recorder('job-controller')
  const isOurs = isManagedHere(dialect.spell('{labels}/job-controller'))
  const state: ControllerState = {
    objects,
    clock,
    recorder,
    jobs: context.informer(JOBS),
    pods: context.informer(PODS),
    control: podControl(objects, recorder),
    jobPods: openJobPods(dialect),
    records: new Map(),
    queue: context.queue((key) => sync(state, key, isOurs), RETRIES),
    orphans: context.queue((key) => syncOrphan(state, key, isOurs), RETRIES),
    addAfter: (key, ms) => state.queue.addAfter(key, ms),
  }
  return state
}

/** Whether this controller manages a job: `spec.managedBy` may name another controller. */
const isManagedHere =
  (own: string) =>
  (job: ApiObject): boolean =>
    [own, ''].includes(textAt(job, 'spec.managedBy'))

type IsOurs = ReturnType<typeof isManagedHere>

async function sync(state: ControllerState, key: string, isOurs: IsOurs): Promise<void> {
  const job = state.jobs.get(splitKey(key))
  if (job === undefined || endOf(job) !== undefined) state.records.delete(key)
  else if (isOurs(job)) await syncJob(state, job)
}

async function syncOrphan(state: ControllerState, key: string, isOurs: IsOurs): Promise<void> {
  const pod = state.pods.get(splitKey(key))
  if (pod === undefined) return
  const job = jobOf(state, pod, controllerOf(pod))
  if (job === undefined || (isOurs(job) && endOf(job) !== undefined)) await untrackPod(state, pod)
}

function jobOf(
  { jobs }: ControllerState,
  { metadata }: ApiObject,
  owner: OwnerReference | undefined,
): ApiObject | undefined {
  if (owner?.kind !== 'Job') return undefined
  const job = jobs.get({ namespace: metadata?.namespace ?? '', name: owner.name })
  return job?.metadata?.uid === owner.uid ? job : undefined
}

function jobHandler(state: ControllerState, { clock }: ManagerContext): ResourceEventHandler {
  const { queue, orphans, pods, jobPods } = state
  const release = ({ metadata }: ApiObject): void => {
    for (const pod of pods.controlledBy(metadata?.uid ?? '')) if (jobPods.isTracked(pod)) orphans.add(keyOf(pod))
  }
  return {
    added: (job) => queue.add(keyOf(job)),
    updated(job, before) {
      const key = keyOf(job)
      if (job.metadata?.generation === before.metadata?.generation) queue.addAfter(key, BATCH_MS)
      else queue.add(key)
      if (endOf(job) !== undefined) release(job)
      const deadline = valueAt(job, 'spec.activeDeadlineSeconds')
      if (deadline === valueAt(before, 'spec.activeDeadlineSeconds')) return
      const left = deadlineLeft(jobSpec(job), timeOf(textAt(job, 'status.startTime')), clock.now())
      if (left !== undefined) queue.addAfter(key, left)
    },
    deleted(job) {
      queue.add(keyOf(job))
      release(job)
    },
  }
}

function podHandler(state: ControllerState): ResourceEventHandler {
  const { jobs, queue, orphans, jobPods } = state
  const enqueue = (job: ApiObject | undefined): void => {
    if (job !== undefined) queue.addAfter(keyOf(job), BATCH_MS)
  }
  const enqueueOrphan = (pod: ApiObject): void => {
    if (jobPods.isTracked(pod)) orphans.add(keyOf(pod))
  }
  /** Queues the jobs that may adopt a pod without a controller. */
  const enqueueAdopters = ({ metadata }: ApiObject): void => {
    for (const job of jobs.list(metadata?.namespace ?? '')) {
      if (selectionOf(valueAt(job, 'spec.selector'))(metadata?.labels)) enqueue(job)
    }
  }
  const removed = (pod: ApiObject): void => {
    const job = jobOf(state, pod, controllerOf(pod))
    if (job !== undefined && endOf(job) === undefined) enqueue(job)
    else enqueueOrphan(pod)
  }
  return {
    added(pod) {
      if (isBeingDeleted(pod)) return removed(pod)
      const owner = controllerOf(pod)
      if (owner !== undefined) return enqueue(jobOf(state, pod, owner))
      enqueueOrphan(pod)
      enqueueAdopters(pod)
    },
    updated(pod, before) {
      if (isBeingDeleted(pod)) return removed(pod)
      const [owner, former] = [controllerOf(pod), controllerOf(before)]
      const isMoved = owner?.uid !== former?.uid
      if (isMoved) enqueue(jobOf(state, before, former))
      if (owner !== undefined) return enqueue(jobOf(state, pod, owner))
      enqueueOrphan(pod)
      if (isMoved || !equalJson(pod.metadata?.labels, before.metadata?.labels)) enqueueAdopters(pod)
    },
    deleted: removed,
  }
}
