import type { ApiObject } from '../../api/object.ts'
import { textAt } from '../../resources/path.ts'
import { cronTiming } from './cron-timing.ts'
import { syncCronJob } from './cron-job-sync.ts'
import { untilNext } from './due-times.ts'
import type { Informer, ResourceEventHandler } from '../client/informer.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { WorkQueue } from '../client/work-queue.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { CRON_JOBS, JOBS } from '../kinds.ts'
import { controllerOf } from '../object-parts.ts'

/** Starts a job at each time of a schedule. */
export const cronJobs = {
  name: 'cronjob-controller',
  alias: 'cronjob',
  open(context): Controller {
    let stops: (() => void)[] = []
    return {
      needs: [CRON_JOBS, JOBS],
      async start() {
        const [cronJobs, jobs] = [context.informer(CRON_JOBS), context.informer(JOBS)]
        const queue = openQueue(context, cronJobs, jobs)
        stops = [
          cronJobs.addEventHandler(cronJobHandler(queue, context)),
          jobs.addEventHandler(jobHandler(queue, cronJobs)),
          () => queue.stop(),
        ]
        await Promise.all([cronJobs.synced, jobs.synced])
      },
      stop() {
        for (const stop of stops) stop()
      },
    }
  },
} satisfies ManagerController

function openQueue(context: ManagerContext, cronJobs: Informer, jobs: Informer): WorkQueue {
  const { objects, clock, dialect } = context
  const syncContext = {
    objects,
    clock,
    recorder: context.recorder('cronjob-controller'),
    timestamp: dialect.spell('batch.{labels}/cronjob-scheduled-timestamp'),
  }
  const queue = context.queue(async (key) => {
    const cronJob = cronJobs.get(splitKey(key))
    if (cronJob === undefined) return
    const { namespace, name } = splitKey(key)
    const own = [...jobs.list(namespace)].filter((job) => controllerOf(job)?.name === name)
    const wait = await syncCronJob(syncContext, cronJob, own)
    if (wait !== undefined) queue.addAfter(key, wait)
  })
  return queue
}

function cronJobHandler(queue: WorkQueue, { clock }: ManagerContext): ResourceEventHandler {
  const isRescheduled = (cronJob: ApiObject, before: ApiObject): boolean =>
    ['spec.schedule', 'spec.timeZone'].some((field) => textAt(cronJob, field) !== textAt(before, field))
  return {
    added: (cronJob) => queue.add(keyOf(cronJob)),
    updated(cronJob, before) {
      const timing = isRescheduled(cronJob, before) ? cronTiming(cronJob) : undefined
      if (timing === undefined || 'fault' in timing) return queue.add(keyOf(cronJob))
      queue.addAfter(keyOf(cronJob), untilNext(timing, clock.now()))
    },
  }
}

function jobHandler(queue: WorkQueue, cronJobs: Informer): ResourceEventHandler {
  const queueOwner = (job: ApiObject): void => {
    const owner = controllerOf(job)
    if (owner?.kind !== 'CronJob') return
    const cronJob = cronJobs.get({ namespace: job.metadata?.namespace ?? '', name: owner.name })
    if (cronJob?.metadata?.uid === owner.uid) queue.add(keyOf(cronJob))
  }
  return {
    added: queueOwner,
    updated(job, before) {
      if (controllerOf(job)?.uid !== controllerOf(before)?.uid) queueOwner(before)
      queueOwner(job)
    },
    deleted: queueOwner,
  }
}
