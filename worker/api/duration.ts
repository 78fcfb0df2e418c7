import { doubleOf, numberOfText } from './numbers.ts'
import { quote } from './go-format.ts'

const MICROSECOND = 1000n
const MILLISECOND = 1000n * MICROSECOND
const SECOND = 1000n * MILLISECOND
const MINUTE = 60n * SECOND
const HOUR = 60n * MINUTE
const LARGEST = 2n ** 63n

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', MICROSECOND],
  ['µs', MICROSECOND],
  ['μs', MICROSECOND],
  ['ms', MILLISECOND],
  ['s', SECOND],
  ['m', MINUTE],
  ['h', HOUR],
])

/** Amount and unit, each of which may be missing. */
const PART = /(\d*)(?:(\.)(\d*))?([^\d.]*)/y

/**
 * Nanoseconds of a text as Go's `time.ParseDuration` reads it: `1h30m`, `-1.5s`, `0`.
 * @throws Error with the message of `time.ParseDuration`
 */
export function parseDuration(text: string): bigint {
  const unsigned = text.replace(/^[-+]/, '')
  if (unsigned === '0') return 0n
  const invalid = (): Error => new Error(`time: invalid duration ${quote(text)}`)
  if (unsigned === '') throw invalid()
  let sum = 0n
  for (let at = 0; at < unsigned.length; at = PART.lastIndex) {
    PART.lastIndex = at
    const [, whole = '', point = '', fraction = '', unit = ''] = PART.exec(unsigned) ?? []
    if (whole === '' && fraction === '') throw invalid()
    if (unit === '') throw new Error(`time: missing unit in duration ${quote(text)}`)
    const size = UNITS.get(unit)
    if (size === undefined) throw new Error(`time: unknown unit ${quote(unit)} in duration ${quote(text)}`)
    const amount = BigInt(whole === '' ? 0 : whole) * size
    sum += point === '' ? amount : amount + fractionOf(fraction, size)
    if (amount > LARGEST || sum > LARGEST) throw invalid()
  }
  const isNegative = text.startsWith('-')
  if (sum === LARGEST && !isNegative) throw invalid()
  return isNegative ? -sum : sum
}

/** Go multiplies the digits of a fraction as a float64, so the last nanosecond may differ from the exact one. */
function fractionOf(digits: string, size: bigint): bigint {
  // Go ignores the digits beyond an int64.
  const held = BigInt(`0${digits.slice(0, 19)}`) < LARGEST ? digits.slice(0, 19) : digits.slice(0, 18)
  return BigInt(Math.trunc(numberOfText(held) * (doubleOf(size) / 10 ** held.length)))
}

/** Milliseconds of a text that `parseDuration` reads. @throws Error with the message of `time.ParseDuration` */
export const parseMilliseconds = (text: string): number => doubleOf(parseDuration(text)) / 1e6

/** The text that Go's `Duration.String` writes: `0s`, `1.5ms`, `2m30s`, `1h0m0s`. */
export function formatDuration(nanoseconds: bigint): string {
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds
  const sign = nanoseconds < 0n ? '-' : ''
  if (size === 0n) return '0s'
  if (size < MICROSECOND) return `${sign}${size}ns`
  if (size < MILLISECOND) return `${sign}${decimal(size, MICROSECOND)}µs`
  if (size < SECOND) return `${sign}${decimal(size, MILLISECOND)}ms`
  const seconds = `${decimal(size % MINUTE, SECOND)}s`
  if (size < MINUTE) return sign + seconds
  const minutes = `${(size / MINUTE) % 60n}m${seconds}`
  return size < HOUR ? sign + minutes : `${sign}${size / HOUR}h${minutes}`
}

/** A quotient with all of its decimals, without trailing zeros; `unit` is a power of ten. */
function decimal(size: bigint, unit: bigint): string {
  const digits = String(size % unit)
    .padStart(String(unit).length - 1, '0')
    .replace(/0+$/, '')
  return digits === '' ? String(size / unit) : `${size / unit}.${digits}`
}

/** The longest duration of Go, about 292 years, in seconds. */
const LONGEST = 9_223_372_036

/** A span as tables show it: `5s`, `3m10s`, `4h`, `2d3h`, `1y20d`; `<invalid>` from -2 s down, and for NaN. */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.min(LONGEST, Math.trunc(milliseconds / 1000))
  if (Number.isNaN(seconds) || seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  if (seconds < 120) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return twoUnits([minutes, 'm'], [seconds % 60, 's'])
  if (minutes < 180) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 8) return twoUnits([hours, 'h'], [minutes % 60, 'm'])
  if (hours < 48) return `${hours}h`
  const days = Math.floor(hours / 24)
  if (hours < 192) return twoUnits([days, 'd'], [hours % 24, 'h'])
  if (days < 365 * 2) return `${days}d`
  const years = Math.floor(days / 365)
  return days < 365 * 8 ? twoUnits([years, 'y'], [days % 365, 'd']) : `${years}y`
}

type Amount = readonly [count: number, unit: string]

const twoUnits = (large: Amount, small: Amount): string => (small[0] === 0 ? large : [...large, ...small]).join('')
