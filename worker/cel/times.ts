import { doubleOf, numberOfText } from '../api/numbers.ts'
import { isZone, zoneOffset } from '../api/zone-offset.ts'
import { parseDuration as parseNanoseconds } from '../api/duration.ts'
import { EvaluationError } from './evaluation-error.ts'
import { Duration, Timestamp } from './values.ts'

const SECOND = 1_000_000_000n
const FIRST = -62135596800n * SECOND
const LAST = 253402300800n * SECOND

const timestampOverflow = (): EvaluationError => new EvaluationError('timestamp overflow')

/** A timestamp between the years 1 and 9999. @throws EvaluationError outside these years */
export function checkedTimestamp(nanoseconds: bigint, offsetSeconds = 0): Timestamp {
  if (nanoseconds < FIRST || nanoseconds >= LAST) throw timestampOverflow()
  return new Timestamp(nanoseconds, offsetSeconds)
}

export const addToTimestamp = ({ nanoseconds, offsetSeconds }: Timestamp, duration: bigint): Timestamp =>
  checkedTimestamp(nanoseconds + duration, offsetSeconds)

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/

/** RFC 3339 as Go reads it; undefined for any other text. @throws EvaluationError outside the years 1 to 9999 */
export function parseTimestamp(text: string): Timestamp | undefined {
  const time = readTimestamp(text)
  return time && checkedTimestamp(time.nanoseconds, time.offsetSeconds)
}

/** Reads a timestamp as `parseTimestamp` does, but without the bounds, because a time in an object may be outside them. */
export function readTimestamp(text: string): Timestamp | undefined {
  const match = RFC3339.exec(text)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(numberOfText)
  const [, , , , , , , fraction = '', sign, zoneHours = '0', zoneMinutes = '0'] = match
  const date = dateOf(year, month, day)
  if (date === undefined || hour > 23 || minute > 59 || second > 59) return undefined
  if (numberOfText(zoneHours) > 24 || numberOfText(zoneMinutes) > 60) return undefined
  const offset = (sign === '-' ? -60 : 60) * (numberOfText(zoneHours) * 60 + numberOfText(zoneMinutes))
  const seconds = date / 1000 + hour * 3600 + minute * 60 + second - offset
  return new Timestamp(BigInt(seconds) * SECOND + BigInt(fraction.padEnd(9, '0').slice(0, 9)), offset)
}

/** The beginning of a date in UTC, in milliseconds since 1970; undefined for a date that does not exist. */
function dateOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined
}

/** A Date whose UTC fields are the local fields of the timestamp at the given offset. */
function fields({ nanoseconds }: Timestamp, offsetSeconds: number): Date {
  const seconds = floorDivide(nanoseconds, SECOND)
  return new Date((doubleOf(seconds) + offsetSeconds) * 1000)
}

const floorDivide = (a: bigint, b: bigint): bigint => (a < 0n ? (a - b + 1n) / b : a / b)

const trimmed = (nanoseconds: bigint): string => {
  const digits = String(nanoseconds).padStart(9, '0').replace(/0+$/, '')
  return digits === '' ? '' : `.${digits}`
}

export function formatTimestamp(timestamp: Timestamp): string {
  const { nanoseconds, offsetSeconds } = timestamp
  const fraction = nanoseconds - floorDivide(nanoseconds, SECOND) * SECOND
  const local = fields(timestamp, offsetSeconds).toISOString().slice(0, 19)
  const minutes = Math.floor(Math.abs(offsetSeconds) / 60)
  const two = (value: number): string => String(value).padStart(2, '0')
  const zone = `${offsetSeconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return `${local}${trimmed(fraction)}${offsetSeconds === 0 ? 'Z' : zone}`
}

/** Returns the whole seconds of a time since 1970. */
export const unixSeconds = ({ nanoseconds }: Timestamp): bigint => floorDivide(nanoseconds, SECOND)

/** Reads a duration such as `1h30m` as Go does; undefined for any other text. */
export function parseDuration(text: string): Duration | undefined {
  try {
    return new Duration(parseNanoseconds(text))
  } catch {
    return undefined
  }
}

/** Writes a duration in seconds, such as `5400s`. */
export function formatDuration({ nanoseconds }: Duration): string {
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds
  const seconds = doubleOf(size / SECOND) + doubleOf(size % SECOND) / 1e9
  const shortest = String(seconds)
  const exact = `${size / SECOND}${trimmed(size % SECOND)}`
  return `${nanoseconds < 0n ? '-' : ''}${shortest.includes('e') ? exact : shortest}s`
}

/**
 * A Date whose UTC fields are the local fields of the timestamp in `zone`: a name such as `Europe/Berlin`, or an offset such as
 * `-07:30`.
 * @throws EvaluationError for any other text
 */
export function inZone(timestamp: Timestamp, zone: string): Date {
  const colon = zone.indexOf(':')
  if (colon < 0) return fields(timestamp, namedOffset(timestamp, zone))
  const [hours, minutes] = [zone.slice(0, colon), zone.slice(colon + 1)].map(decimal)
  const minutesEast = (hours ?? 0) * 60 + (zone.startsWith('-') ? -(minutes ?? 0) : (minutes ?? 0))
  return fields(timestamp, minutesEast * 60)
}

function decimal(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw new EvaluationError(`strconv.Atoi: parsing "${text}": invalid syntax`)
  return numberOfText(text)
}

/** The offset of a named zone from UTC, in seconds. */
function namedOffset(timestamp: Timestamp, zone: string): number {
  // The real server runs with the local time of its container, which is UTC.
  if (zone === 'Local') return 0
  if (/\.\.|^[/\\]/.test(zone)) throw new EvaluationError('time: invalid location name')
  if (!isZone(zone)) throw new EvaluationError(`unknown time zone ${zone}`)
  return zoneOffset(zone, fields(timestamp, 0).getTime()) / 1000
}

/** The whole milliseconds of a timestamp after the start of its second. */
export const millisecondsOf = ({ nanoseconds }: Timestamp): number =>
  doubleOf((nanoseconds - floorDivide(nanoseconds, SECOND) * SECOND) / 1_000_000n)
