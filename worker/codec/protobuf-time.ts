import { doubleOf, numberOfText } from '../api/numbers.ts'
import { ProtobufError } from './protobuf-error.ts'

/** Seconds since 1970, and the nanoseconds beyond them. */
interface Timestamp {
  readonly seconds: number
  readonly nanos: number
}

// Go's zero time, the start of the year 1. It is null in JSON and an empty message in protobuf.
const ZERO_SECONDS = -62_135_596_800
const LAST_SECONDS = 253_402_300_799

/** @param text canonical: in UTC, with a fraction of six digits or none */
export function parseTimestamp(text: string): Timestamp {
  const seconds = Date.parse(`${text.slice(0, 19)}Z`) / 1000
  if (Number.isNaN(seconds))
    throw new Error(`Decode the object before it is written as protobuf: ${text} is not a time`)
  return { seconds, nanos: text.length > 20 ? numberOfText(text.slice(20, 26)) * 1000 : 0 }
}

/** Go truncates a `Time` to seconds and a `MicroTime` to microseconds. */
export function formatTimestamp(seconds: number | bigint, nanos: number, micro: boolean): string | null {
  const micros = micro ? Math.trunc(nanos / 1000) : 0
  const carried = Math.floor(micros / 1e6)
  const whole = doubleOf(seconds) + carried
  if (whole < ZERO_SECONDS || whole > LAST_SECONDS) {
    throw new ProtobufError('Time.MarshalJSON: year outside of range [0,9999]')
  }
  const fraction = micros - carried * 1e6
  if (whole === ZERO_SECONDS && fraction === 0) return null
  const text = formatSeconds(whole)
  return micro ? `${text}.${String(fraction).padStart(6, '0')}Z` : `${text}Z`
}

const DAY = 86_400
const TWO_DIGITS = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0'))

// Most times of an object or a list are on the same day.
let lastDay = 0
let lastDate = '1970-01-01'

function formatSeconds(seconds: number): string {
  const day = Math.floor(seconds / DAY)
  if (day !== lastDay) {
    lastDate = new Date(day * DAY * 1000).toISOString().slice(0, 10)
    lastDay = day
  }
  const rest = seconds - day * DAY
  const minutes = Math.floor(rest / 60)
  const [hour, minute, second] = [Math.floor(minutes / 60), minutes % 60, rest % 60]
  return `${lastDate}T${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[second]}`
}
