import { compareText } from '../../api/byte-order.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject, OwnerReference } from '../../api/object.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { controllerReference, timeOf } from '../object-parts.ts'
import { endOf } from './job-conditions.ts'

/** The status of a cron job. */
export interface CronJobStatus {
  /** References to the running jobs of the cron job. */
  readonly active: readonly JsonObject[]
  readonly lastScheduleTime: string
  readonly lastSuccessfulTime: string
}

export const cronJobStatus = (cronJob: ApiObject): CronJobStatus => ({
  active: listAt(cronJob, 'status.active').filter(isObject),
  lastScheduleTime: textAt(cronJob, 'status.lastScheduleTime'),
  lastSuccessfulTime: textAt(cronJob, 'status.lastSuccessfulTime'),
})

export const cronJobStatusJson = ({ active, lastScheduleTime, lastSuccessfulTime }: CronJobStatus): JsonObject => ({
  ...(active.length > 0 && { active: [...active] }),
  ...(lastScheduleTime !== '' && { lastScheduleTime }),
  ...(lastSuccessfulTime !== '' && { lastSuccessfulTime }),
})

export const isActiveJob = ({ active }: CronJobStatus, { metadata }: ApiObject): boolean =>
  active.some(({ uid }) => uid === metadata?.uid)

export const withoutJob = (status: CronJobStatus, gone: Json | undefined): CronJobStatus => ({
  ...status,
  active: status.active.filter(({ uid }) => uid !== gone),
})

export function withJob(status: CronJobStatus, { apiVersion, kind, metadata }: ApiObject): CronJobStatus {
  const { name, namespace, uid, resourceVersion } = metadata ?? {}
  return { ...status, active: [...status.active, { kind, namespace, name, uid, apiVersion, resourceVersion }] }
}

/** Records the completion time of a successful job when it is later than the recorded one. */
export function withSuccess(status: CronJobStatus, job: ApiObject): CronJobStatus {
  if (endOf(job)?.type !== 'Complete') return status
  const completed = textAt(job, 'status.completionTime')
  const isLater = (timeOf(completed) ?? -Infinity) > (timeOf(status.lastSuccessfulTime) ?? -Infinity)
  return isLater ? { ...status, lastSuccessfulTime: completed } : status
}

/** The oldest jobs, to be deleted so that at most `kept` remain; none when `kept` is absent. */
export function oldest(jobs: readonly ApiObject[], kept: Json | undefined): readonly ApiObject[] {
  if (typeof kept !== 'number' || jobs.length <= kept) return []
  const startOf = (job: ApiObject): number => timeOf(textAt(job, 'status.startTime')) ?? Infinity
  const byStart = (a: ApiObject, b: ApiObject): number => {
    const [one, other] = [startOf(a), startOf(b)]
    return one === other ? compareText(a.metadata?.name ?? '', b.metadata?.name ?? '') : one - other
  }
  return [...jobs].sort(byStart).slice(0, jobs.length - kept)
}

/**
 * The name of the job for a scheduled time. The name depends on the time, so that a retry cannot create a second job
 * for the same time.
 */
export const jobName = ({ metadata }: ApiObject, time: number): string =>
  `${metadata?.name ?? ''}-${Math.trunc(time / 60_000)}`

/**
 * The job of a cron job for a scheduled time.
 * @param timestamp the annotation that holds the scheduled time
 */
export function jobFromTemplate(
  cronJob: ApiObject,
  time: number,
  timestamp: Readonly<Record<string, string>>,
): ApiObject {
  const template = valueAt(cronJob, 'spec.jobTemplate')
  const { metadata, spec } = objectOrEmpty(template)
  const { labels, annotations } = objectOrEmpty(metadata)
  const ownerReferences: OwnerReference[] = [controllerReference(cronJob)]
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: jobName(cronJob, time),
      namespace: cronJob.metadata?.namespace,
      ...(isObject(labels) && { labels: { ...labels } as Record<string, string> }),
      annotations: { ...(isObject(annotations) ? (annotations as Record<string, string>) : {}), ...timestamp },
      ownerReferences,
    },
    spec,
  }
}
