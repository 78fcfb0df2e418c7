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
const CYCLE = 12_622_780_800

/** A time in seconds since 1970, as Go prints it. A Date cannot hold every such year. */
export function goTimeText(seconds: number): string {
  const cycles = Math.floor(seconds / CYCLE)
  const date = new Date((seconds - cycles * CYCLE) * 1000)
  const year = date.getUTCFullYear() + 400 * cycles
  const [, rest = ''] = /^\d{4}-(.{5}T.{8})/.exec(date.toISOString()) ?? []
  return `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}-${rest.replace('T', ' ')} +0000 UTC`
}
