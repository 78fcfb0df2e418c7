import { doubleOf } from '../api/numbers.ts'

/** The seconds from the year 1, from which Go counts, to 1970. */
const TO_1970 = 62_135_596_800n
const LEAST = -(2n ** 63n)

/**
 * The seconds since 1970 of a claim such as `exp`, as Go computes them in 64 bits: a larger number becomes the least one, and a
 * sum may wrap. A time in the far future is then in the far past.
 */
export function claimSeconds(claim: number): number {
  const whole = BigInt(Math.trunc(claim))
  const unix = BigInt.asIntN(64, whole) === whole ? whole : LEAST
  return doubleOf(BigInt.asIntN(64, unix + TO_1970) - TO_1970)
}

/** The seconds of 400 years, after which the calendar repeats. */
const CYCLE = 12_622_780_800n

/** The seconds from the earliest year of Go's calendar, -292277022399, to 1970. */
const FROM_EARLIEST_YEAR = 9_223_372_028_715_321_600n

/**
 * A time in seconds since 1970, as Go prints it. A Date cannot hold every such year. Go counts from its earliest year in 64 bits
 * without a sign, so it prints an earlier time as one in the far future.
 */
export function goTimeText(seconds: number): string {
  const shown = BigInt.asUintN(64, BigInt(Math.floor(seconds)) + FROM_EARLIEST_YEAR) - FROM_EARLIEST_YEAR
  const rest = ((shown % CYCLE) + CYCLE) % CYCLE
  const date = new Date(doubleOf(rest) * 1000)
  const year = BigInt(date.getUTCFullYear()) + 400n * ((shown - rest) / CYCLE)
  const [, time = ''] = /^\d{4}-(.{5}T.{8})/.exec(date.toISOString()) ?? []
  const digits = String(year < 0n ? -year : year).padStart(4, '0')
  return `${year < 0n ? '-' : ''}${digits}-${time.replace('T', ' ')} +0000 UTC`
}
