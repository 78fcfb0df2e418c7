import { numberOfText } from '../../worker/api/numbers.ts'
import { UsageFault } from '../script/process.ts'

const UNITS = new Map([
  ['', 1],
  ['s', 1],
  ['m', 60],
  ['h', 3600],
])
/** A timer of the browser measures at most 2^31-1 milliseconds. */
const MAX_SECONDS = 2_000_000

/** The seconds in a time on a command line: `2`, `0.5`, `1m`. @throws UsageFault */
export function seconds(text = ''): number {
  const [, digits, unit = ''] = /^(\d+\.?\d*|\.\d+)([smh]?)$/.exec(text) ?? []
  if (digits === undefined) throw new UsageFault(`invalid time interval '${text}'`)
  return Math.min(numberOfText(digits) * (UNITS.get(unit) ?? 1), MAX_SECONDS)
}
