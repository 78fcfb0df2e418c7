import type { Schedule } from '../../resources/rules/cron-schedule.ts'
import { nextTime } from './schedule-times.ts'
import type { TimeZone } from './time-zone.ts'

/** The schedule of a cron job and its last start. All times are milliseconds since 1970. */
export interface CronTiming {
  readonly schedule: Schedule
  readonly zone: TimeZone
  /** The last time for which a job was started, or the creation time of the cron job. */
  readonly since: number
  /** `spec.startingDeadlineSeconds` in milliseconds; undefined without a deadline. */
  readonly startingDeadlineMs: number | undefined
}

export interface Due {
  /**
   * The latest scheduled time up to now; undefined when no scheduled time has passed, or when the estimate in `lastTime` skips
   * it.
   */
  readonly time: number | undefined
  /** Whether times before the latest one were missed: at least two times have passed. */
  readonly isAnyMissed: boolean
  /** Whether more than 100 times have passed, by estimate. The real controller warns then. */
  readonly areManyMissed: boolean
}

const NONE: Due = { time: undefined, isAnyMissed: false, areManyMissed: false }
/** The number of missed times above which the real controller warns. */
const MANY = 100
/** Tolerance for clocks of two machines that differ a little. */
const SPARE_MS = 100

/** Thrown for a valid schedule without times, such as the 31st of February. */
export class ScheduleWithoutTimes extends Error {
  constructor() {
    super('time difference between two schedules is less than 1 second')
  }
}

/**
 * The latest scheduled time since the last start that is not older than the starting deadline, and whether times were missed.
 * @throws ScheduleWithoutTimes for a schedule such as the 31st of February
 */
export function dueTime(timing: CronTiming, now: number): Due {
  const { since, startingDeadlineMs } = timing
  return lastTime(timing, startingDeadlineMs === undefined ? since : Math.max(since, now - startingDeadlineMs), now)
}

/** Milliseconds until the next time, plus a tolerance for other clocks. Without a next time it is the tolerance alone. */
export function untilNext(timing: CronTiming, now: number): number {
  const { schedule, zone, since } = timing
  let from = now
  try {
    const { time, isAnyMissed } = lastTime(timing, since, now)
    from = time ?? (isAnyMissed ? now : since)
  } catch (error) {
    if (!(error instanceof ScheduleWithoutTimes)) throw error
  }
  return (nextTime(schedule, from, zone) ?? now) + SPARE_MS - now
}

/**
 * The latest scheduled time between `since` and `now`. Missed times are not enumerated: their number is estimated from
 * the interval between the first two.
 */
function lastTime({ schedule, zone }: CronTiming, since: number, now: number): Due {
  const first = nextTime(schedule, since, zone)
  if (first === undefined) throw new ScheduleWithoutTimes()
  if (now < first) return NONE
  const second = nextTime(schedule, first, zone)
  if (second === undefined) throw new ScheduleWithoutTimes()
  if (now < second) return { ...NONE, time: first }
  const between = second - first
  const missed = Math.trunc((now - first) / between) + 1
  let time: number | undefined
  for (
    let next = nextTime(schedule, first + (missed - 2) * between, zone);
    next !== undefined && next <= now;
    next = nextTime(schedule, next, zone)
  ) {
    time = next
  }
  return { time, isAnyMissed: true, areManyMissed: missed > MANY }
}
