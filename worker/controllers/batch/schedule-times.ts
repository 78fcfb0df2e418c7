import type { Calendar, Schedule } from '../../resources/rules/cron-schedule.ts'
import type { TimeZone } from './time-zone.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
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
  if (!schedule.months.has(month + 1)) return startOfDay(Date.UTC(year, month + 1, 1), zone)
  if (!isDay(schedule, local)) return startOfDay(Date.UTC(year, month, day + 1), zone)
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

/**
 * The first moment of a day, whose midnight is `local`. A clock change may skip midnight, or the whole day; then the result is
 * the moment of the change.
 */
function startOfDay(local: number, zone: TimeZone): number {
  const time = zone.time(local)
  if (zone.local(time).getTime() === local) return time
  let [before, after] = [time - DAY, time + DAY]
  while (after - before > SECOND) {
    const middle = before + Math.floor((after - before) / 2 / SECOND) * SECOND
    if (zone.local(middle).getTime() < local) before = middle
    else after = middle
  }
  return after
}
