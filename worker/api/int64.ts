/** An integer of 64 bits as the JSON reader represents it: a bigint beyond 2^53, else a number. */
export type Int64 = number | bigint

/** Whether a value of a field of 64 bits is present. */
export const isInt64 = (value: unknown): value is Int64 => typeof value === 'number' || typeof value === 'bigint'

/** An integer as the JSON reader represents it. */
export function exactInteger(value: bigint): Int64 {
  const short = Number(value)
  return Number.isSafeInteger(short) ? short : value
}

/** The integer of 64 bits that Go has for a value: a value with more bits wraps. */
export const toInt64 = (value: bigint): Int64 => exactInteger(BigInt.asIntN(64, value))

/** The nearest number up to 2^53: for limits whose larger values make no difference, and integers with checked bounds. */
export function clampedInteger(value: Int64): number {
  if (typeof value === 'number') return value
  return value < 0n ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER
}

/** The order of two integers, for `sort`. */
export const compareInt64 = (a: Int64, b: Int64): number => (a < b ? -1 : 0) || (a > b ? 1 : 0)

/** The next integer. The largest one is followed by the least, as in Go. */
export function nextInt64(value: Int64): Int64 {
  return typeof value === 'number' && value < Number.MAX_SAFE_INTEGER ? value + 1 : toInt64(BigInt(value) + 1n)
}

/** The most seconds that a Go duration holds. */
const MOST_SECONDS = 9_223_372_036

/**
 * Milliseconds of the Go duration of so many seconds. A duration counts nanoseconds in 64 bits, so that more than 292 years
 * wrap, often to a negative duration.
 */
export function durationOf(seconds: Int64): number {
  if (seconds >= -MOST_SECONDS && seconds <= MOST_SECONDS) return Number(seconds) * 1000
  return Number(BigInt.asIntN(64, BigInt(seconds) * 1_000_000_000n)) / 1e6
}

/** An integer of 64 bits as Go's `strconv.ParseInt` reads it; undefined for any other text. */
export function parseInt64(text: string): bigint | undefined {
  // A BigInt of many digits takes long to read.
  const [, minus = '', digits = ''] = /^(?:\+|(-))?0*(\d{1,19})$/.exec(text) ?? []
  if (digits === '') return undefined
  const value = BigInt(minus + digits)
  return BigInt.asIntN(64, value) === value ? value : undefined
}

const MAX_UINT64 = 2n ** 64n - 1n

/**
 * The reason for which Go's `strconv` refuses a text as an integer of 64 bits; undefined when it is one. Digits beyond
 * 64 bits are reported before a later character that is not a digit.
 */
export function integerFault(text: string, isSigned: boolean): 'invalid syntax' | 'value out of range' | undefined {
  const [digits = '', rest = ''] = (isSigned ? /^[+-]?(\d+)(.*)$/s : /^(\d+)(.*)$/s).exec(text)?.slice(1) ?? []
  if (digits.length >= 20 && BigInt(digits) > MAX_UINT64) return 'value out of range'
  if (digits === '' || rest !== '') return 'invalid syntax'
  return isSigned && parseInt64(text) === undefined ? 'value out of range' : undefined
}
