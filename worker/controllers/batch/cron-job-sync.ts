import { isNamespaceTerminating } from '../client/namespace-terminating.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import type { Clock } from '../../clock/clock.ts'
import { formatTime } from '../../clock/clock.ts'
import { equalJson } from '../../patch/json-values.ts'
import { textAt, valueAt } from '../../resources/path.ts'
import { cronTiming } from './cron-timing.ts'
import {
  cronJobStatus,
  cronJobStatusJson,
  isActiveJob,
  jobFromTemplate,
  jobName,
  oldest,
  withJob,
  withSuccess,
  withoutJob,
  type CronJobStatus,
} from './cron-job-state.ts'
import { ScheduleWithoutTimes, dueTime, untilNext, type CronTiming, type Due } from './due-times.ts'
import { endOf } from './job-conditions.ts'
import { zonedTime } from './time-zone.ts'
import type { EventRecorder } from '../client/event-recorder.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { CRON_JOBS, JOBS } from '../kinds.ts'
import { controllerOf, isBeingDeleted } from '../object-parts.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/** The dependencies of one sync of a cron job. */
export interface CronJobContext {
  readonly objects: ObjectClient
  readonly clock: Clock
  readonly recorder: EventRecorder
  /** The annotation of a job that holds its scheduled time. */
  readonly timestamp: string
}

/**
 * Deletes surplus jobs, creates the job that is due, and writes the status.
 * @returns milliseconds until the next sync; undefined when no sync is due until the cron job or one of its jobs changes
 */
export async function syncCronJob(
  context: CronJobContext,
  cronJob: ApiObject,
  jobs: readonly ApiObject[],
): Promise<number | undefined> {
  const run = new CronRun(context, cronJob)
  let error: unknown
  let wait: number | undefined
  await run.cleanUp(jobs)
  try {
    wait = await run.sync(jobs)
  } catch (thrown) {
    error = thrown
  }
  await run.write()
  if (error !== undefined) throw error
  return wait
}

/** One sync: each step changes the status, which is written at the end. */
class CronRun {
  readonly #context: CronJobContext
  readonly #cronJob: ApiObject
  #status: CronJobStatus

  constructor(context: CronJobContext, cronJob: ApiObject) {
    this.#context = context
    this.#cronJob = cronJob
    this.#status = cronJobStatus(cronJob)
  }

  async write(): Promise<void> {
    const status = cronJobStatusJson(this.#status)
    if (equalJson(status, cronJobStatusJson(cronJobStatus(this.#cronJob)))) return
    await this.#context.objects.update(CRON_JOBS, { ...this.#cronJob, status }, 'status')
  }

  /** Deletes finished jobs beyond the history limits. */
  async cleanUp(jobs: readonly ApiObject[]): Promise<void> {
    for (const [type, limit] of [
      ['Complete', 'successfulJobsHistoryLimit'],
      ['Failed', 'failedJobsHistoryLimit'],
    ] as const) {
      const finished = jobs.filter((job) => endOf(job)?.type === type)
      for (const job of oldest(finished, valueAt(this.#cronJob, `spec.${limit}`))) await this.#deleteJob(job)
    }
  }

  /**
   * Updates the status from the jobs, then creates a due job.
   * @returns milliseconds until the next sync; undefined when none is due
   */
  async sync(jobs: readonly ApiObject[]): Promise<number | undefined> {
    for (const job of jobs) this.#observe(job)
    await this.#forgetMissing(jobs)
    if (isBeingDeleted(this.#cronJob) || valueAt(this.#cronJob, 'spec.suspend') === true) return undefined
    const timing = cronTiming(this.#cronJob)
    if (!('fault' in timing)) return this.#startDueJob(timing, this.#context.clock.now())
    this.#warn(timing.reason, timing.fault)
    return undefined
  }

  #observe(job: ApiObject): void {
    const name = job.metadata?.name
    const end = endOf(job)
    if (!isActiveJob(this.#status, job)) {
      if (end !== undefined) this.#status = withSuccess(this.#status, job)
      else this.#warn('UnexpectedJob', `Saw a job that the controller did not create or forgot: ${name}`)
    } else if (end !== undefined) {
      this.#status = withoutJob(this.#status, job.metadata?.uid)
      this.#record('SawCompletedJob', `Saw completed job: ${name}, status: ${end.type}`)
    }
  }

  async #forgetMissing(jobs: readonly ApiObject[]): Promise<void> {
    const known = new Set(jobs.map(({ metadata }) => metadata?.uid))
    for (const reference of this.#status.active) {
      const [uid, name] = [textAt(reference, 'uid'), textAt(reference, 'name')]
      if (known.has(uid)) continue
      const stored = await this.#context.objects.get(JOBS, { namespace: textAt(reference, 'namespace'), name })
      if (stored !== undefined) continue
      this.#record('MissingJob', `Active job went missing: ${name}`)
      this.#status = withoutJob(this.#status, uid)
    }
  }

  /** Creates the job of the latest scheduled time that has passed. */
  async #startDueJob(timing: CronTiming, now: number): Promise<number | undefined> {
    const due = this.#due(timing, now)
    if (due === undefined) return undefined
    const next = untilNext(timing, now)
    const { time } = due
    if (time === undefined) return next
    if (due.areManyMissed) {
      const advice = 'Set or decrease .spec.startingDeadlineSeconds or check clock skew'
      this.#warn('TooManyMissedTimes', `too many missed start times. ${advice}`)
    }
    if (timing.startingDeadlineMs !== undefined && time + timing.startingDeadlineMs < now) {
      this.#warn('MissSchedule', `Missed scheduled time to start a job: ${rfc1123Time(time)}`)
      return next
    }
    if (this.#isStarted(time) || this.#refusesConcurrentJob()) return next
    if (textAt(this.#cronJob, 'spec.concurrencyPolicy') === 'Replace') await this.#replace()
    const job = await this.#createJob(time, timing)
    if (job === undefined) return next
    this.#status = { ...withJob(this.#status, job), lastScheduleTime: formatTime(time) }
    return untilNext({ ...timing, since: time }, now)
  }

  #due(timing: CronTiming, now: number): Due | undefined {
    try {
      return dueTime(timing, now)
    } catch (error) {
      if (!(error instanceof ScheduleWithoutTimes)) throw error
      const schedule = textAt(this.#cronJob, 'spec.schedule')
      this.#warn('InvalidSchedule', `invalid schedule: ${schedule} : ${error.message}`)
      return undefined
    }
  }

  #isStarted(time: number): boolean {
    const { active, lastScheduleTime } = this.#status
    const name = jobName(this.#cronJob, time)
    return lastScheduleTime === formatTime(time) || active.some((reference) => reference['name'] === name)
  }

  #refusesConcurrentJob(): boolean {
    const forbidsConcurrency = textAt(this.#cronJob, 'spec.concurrencyPolicy') === 'Forbid'
    if (!forbidsConcurrency || this.#status.active.length === 0) return false
    const why = 'prior execution is running and concurrency policy is Forbid'
    this.#record('JobAlreadyActive', `Not starting job because ${why}`)
    return true
  }

  async #replace(): Promise<void> {
    for (const reference of this.#status.active) {
      const place = { namespace: textAt(reference, 'namespace'), name: textAt(reference, 'name') }
      const job = await this.#context.objects.get(JOBS, place)
      if (job === undefined) this.#status = withoutJob(this.#status, reference['uid'])
      else if (!(await this.#deleteJob(job))) {
        throw new Error(`could not replace job ${place.namespace}/${place.name}`)
      }
    }
  }

  /**
   * Creates the job or adopts an earlier attempt of this cron job.
   * @returns undefined when a job of that name has another owner, is already in the status, or is deleted in the meantime
   */
  async #createJob(time: number, { zone }: CronTiming): Promise<ApiObject | undefined> {
    const { objects, timestamp } = this.#context
    const wanted = jobFromTemplate(this.#cronJob, time, { [timestamp]: zonedTime(time, zone) })
    try {
      const job = await objects.create(JOBS, wanted)
      this.#record('SuccessfulCreate', `Created job ${job.metadata?.name}`)
      return job
    } catch (error) {
      if (wasRefused(error, 'AlreadyExists')) {
        const job = await objects.get(JOBS, namespacedName(wanted))
        const isOurs = job !== undefined && controllerOf(job)?.uid === this.#cronJob.metadata?.uid
        return isOurs && !isActiveJob(this.#status, job) ? job : undefined
      }
      if (!isNamespaceTerminating(error)) this.#warn('FailedCreate', `Error creating job: ${errorMessage(error)}`)
      throw error
    }
  }

  async #deleteJob(job: ApiObject): Promise<boolean> {
    try {
      await this.#context.objects.delete(JOBS, namespacedName(job), { propagationPolicy: 'Background' })
    } catch (error) {
      this.#warn('FailedDelete', `Deleted job: ${errorMessage(error)}`)
      return false
    }
    this.#status = withoutJob(this.#status, job.metadata?.uid)
    this.#record('SuccessfulDelete', `Deleted job ${job.metadata?.name}`)
    return true
  }

  #record(reason: string, message: string): void {
    this.#context.recorder.event(this.#cronJob, 'Normal', reason, message)
  }

  #warn(reason: string, message: string): void {
    this.#context.recorder.event(this.#cronJob, 'Warning', reason, message)
  }
}

/** A time in the format of RFC 1123 with a numeric zone: `Wed, 01 May 2024 10:00:00 +0000`. */
const rfc1123Time = (time: number): string => new Date(time).toUTCString().replace('GMT', '+0000')
