import type { FunctionDeclaration, Library } from '../declarations.ts'
import { member } from '../declarations.ts'
import { inZone, millisecondsOf } from '../times.ts'
import type { Duration, Timestamp, Value } from '../values.ts'
import { int } from '../values.ts'

const DAY = 86_400_000

function dayOfYear(date: Date): number {
  const start = new Date(date)
  start.setUTCMonth(0, 1)
  start.setUTCHours(0, 0, 0, 0)
  return Math.floor((date.getTime() - start.getTime()) / DAY)
}

/** The overloads that read a field of a time, in UTC or in a zone. */
function field(id: string, read: (date: Date, time: Timestamp) => number, zoned = `${id}_with_tz`) {
  return [
    member(`timestamp_to_${id}`, 'timestamp', 'int', (time: Timestamp): Value => read(inZone(time, 'UTC'), time)),
    member(`timestamp_to_${zoned}`, 'timestamp, string', 'int', (time: Timestamp, zone: string): Value =>
      read(inZone(time, zone), time),
    ),
  ]
}

function withDuration(
  id: string,
  read: (date: Date, time: Timestamp) => number,
  nanoseconds: bigint,
  zoned = `${id}_with_tz`,
): FunctionDeclaration {
  const whole = (duration: Duration): Value => int(duration.nanoseconds / nanoseconds)
  return { overloads: [...field(id, read, zoned), member(`duration_to_${id}`, 'duration', 'int', whole)] }
}

/** The fields of timestamps and durations: `getHours`, `getSeconds` and so on. */
export const dates: Library = {
  getFullYear: { overloads: field('year', (date) => date.getUTCFullYear()) },
  getMonth: { overloads: field('month', (date) => date.getUTCMonth()) },
  getDayOfYear: { overloads: field('day_of_year', dayOfYear) },
  getDayOfMonth: { overloads: field('day_of_month', (date) => date.getUTCDate() - 1) },
  getDate: { overloads: field('day_of_month_1_based', (date) => date.getUTCDate()) },
  getDayOfWeek: { overloads: field('day_of_week', (date) => date.getUTCDay()) },
  getHours: withDuration('hours', (date) => date.getUTCHours(), 3_600_000_000_000n),
  getMinutes: withDuration('minutes', (date) => date.getUTCMinutes(), 60_000_000_000n),
  getSeconds: withDuration('seconds', (date) => date.getUTCSeconds(), 1_000_000_000n, 'seconds_tz'),
  getMilliseconds: withDuration('milliseconds', (_date, time) => millisecondsOf(time), 1_000_000n),
}
