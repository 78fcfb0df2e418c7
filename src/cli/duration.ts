import { numberOfText } from '../../worker/api/numbers.ts'
import { parseMilliseconds } from '../../worker/api/duration.ts'

/** Milliseconds of a Go duration (`1m30s`, `-1s`) or a plain number of seconds; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  if (/^-?\d+$/.test(text)) return numberOfText(text) * 1000
  try {
    return parseMilliseconds(text)
  } catch {
    return undefined
  }
}
