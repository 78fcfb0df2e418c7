import { isMembers } from './json-path.ts'
import { sameSecondOrder } from './same-second.ts'

const MAX_DIFFERENCES = 40

const shown = (value: unknown, length: number): string | undefined => JSON.stringify(value)?.slice(0, length)

/** Lists the differences between the recorded and the received form of an answer, by path. */
export function differences(want: unknown, got: unknown): string[] {
  const found: string[] = []
  compare(want, got, '', found)
  return found
}

const SECONDS = /^\d{1,2}s$/
const MAX_SECONDS_LATER = 10

/**
 * Whether two cells of a Table differ only in an age that is up to ten seconds higher than recorded. An age counts the
 * seconds since a write of the same case, so it is higher on a busy machine.
 */
function isLaterAge(want: unknown, got: unknown, path: string): boolean {
  if (typeof want !== 'string' || typeof got !== 'string' || !/\.cells\[\d+\]$/.test(path)) return false
  if (!SECONDS.test(want) || !SECONDS.test(got)) return false
  const later = Number.parseInt(got) - Number.parseInt(want)
  return later > 0 && later <= MAX_SECONDS_LATER
}

function compare(want: unknown, got: unknown, path: string, found: string[]): void {
  if (found.length > MAX_DIFFERENCES || want === got || isLaterAge(want, got, path)) return
  if (Array.isArray(want) && Array.isArray(got)) {
    const other = sameSecondOrder(got)
    if (other !== undefined && differences(want, other).length === 0) return
    if (want.length !== got.length) found.push(`${path}: want ${want.length} items, got ${got.length}`)
    for (let i = 0; i < Math.min(want.length, got.length); i++) compare(want[i], got[i], `${path}[${i}]`, found)
  } else if (isMembers(want) && isMembers(got) && !Array.isArray(want) && !Array.isArray(got)) {
    for (const key of new Set([...Object.keys(want), ...Object.keys(got)])) {
      if (!(key in want)) found.push(`${path}.${key}: not wanted, got ${shown(got[key], 120)}`)
      else if (!(key in got)) found.push(`${path}.${key}: missing, want ${shown(want[key], 120)}`)
      else compare(want[key], got[key], `${path}.${key}`, found)
    }
  } else found.push(`${path}: want ${shown(want, 200)}, got ${shown(got, 200)}`)
}
