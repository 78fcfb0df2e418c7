import type { Calendar, Schedule } from '../../resources/rules/cron-schedule.ts'
import type { TimeZone } from './time-zone.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/**
 * The number of years to search. A schedule with no time in these years, such as the 31st of February, counts as one without
 * times.
 */
const YEARS = 5

/** The first scheduled time after `after`, both in milliseconds since 1970; undefined when five years have none. */
export function nextTime(schedule: Schedule, after: number, zone: TimeZone): number | undefined {
  const second = Math.floor(after / SECOND) * SECOND
  if ('every' in schedule) return second + schedule.every
  let time: number | undefined = second + SECOND
  const lastYear = zone.local(time).getUTCFullYear() + YEARS
  for (;;) {
    const local = zone.local(time)
    if (local.getUTCFullYear() > lastYear) return undefined
    const later = laterTime(schedule, time, local, zone)
    if (later === undefined) return time
    time = later
  }
}

/** The start of the next month, day, hour or minute when that field does not match; undefined when all fields match. */
function laterTime(schedule: Calendar, time: number, local: Date, zone: TimeZone): number | undefined {
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
  if (!schedule.months.has(month + 1)) return zone.time(Date.UTC(year, month + 1, 1))
  if (!isDay(schedule, local)) return midnight(Date.UTC(year, month, day + 1), zone)
  const intoMinute = local.getUTCSeconds() * SECOND
  const intoHour = local.getUTCMinutes() * MINUTE + intoMinute
  if (!schedule.hours.has(local.getUTCHours())) return time - intoHour + HOUR
  if (!schedule.minutes.has(local.getUTCMinutes()) || intoMinute > 0) return time - intoMinute + MINUTE
  return undefined
}

function isDay({ days, weekdays, needsOneDay }: Calendar, local: Date): boolean {
  const isOfMonth = days.has(local.getUTCDate())
  const isOfWeek = weekdays.has(local.getUTCDay())
  return needsOneDay ? isOfMonth || isOfWeek : isOfMonth && isOfWeek
}

/** The start of a day. A zone may skip midnight at a clock change; then the day starts an hour later. */
function midnight(local: number, zone: TimeZone): number {
  const time = zone.time(local)
  const hours = zone.local(time).getUTCHours()
  if (hours === 0) return time
  return hours > 12 ? time + (24 - hours) * HOUR : time - hours * HOUR
}
