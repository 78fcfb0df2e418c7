import { durationOf } from '../../api/int64.ts'
import { quote } from '../../api/go-format.ts'
import type { ApiObject } from '../../api/object.ts'
import { integerAt, textAt, valueAt } from '../../resources/path.ts'
import { Fault, parseSchedule } from '../../resources/rules/cron-schedule.ts'
import { timeOf } from '../object-parts.ts'
import type { CronTiming } from './due-times.ts'
import type { TimeZone } from './time-zone.ts'
import { timeZone } from './time-zone.ts'

/**
 * The timing of a cron job, or the reason and message of the event about a fault. The API server validates the zone and the
 * schedule, but a cluster can move to a host that supports fewer time zones.
 */
export function cronTiming(cronJob: ApiObject): CronTiming | { readonly reason: string; readonly fault: string } {
  const zoneName = textAt(cronJob, 'spec.timeZone')
  const zone = knownZone(zoneName)
  if (zone === undefined) {
    return { reason: 'UnknownTimeZone', fault: `invalid timeZone: ${quote(zoneName)}: unknown time zone ${zoneName}` }
  }
  const text = textAt(cronJob, 'spec.schedule')
  const schedule = parseSchedule(text)
  if (schedule instanceof Fault) {
    return { reason: 'UnparseableSchedule', fault: `unparseable schedule: ${quote(text)} : ${schedule.text}` }
  }
  const { creationTimestamp = '' } = cronJob.metadata ?? {}
  const hasDeadline = valueAt(cronJob, 'spec.startingDeadlineSeconds') !== undefined
  return {
    schedule,
    zone,
    since: timeOf(textAt(cronJob, 'status.lastScheduleTime')) ?? timeOf(creationTimestamp ?? '') ?? 0,
    startingDeadlineMs: hasDeadline ? durationOf(integerAt(cronJob, 'spec.startingDeadlineSeconds')) : undefined,
  }
}

function knownZone(name: string): TimeZone | undefined {
  try {
    return timeZone(name)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
