import { quote } from '../../api/field-error.ts'

/** Schedules of cron: five fields, or a word like `@daily` or `@every 1h30m`. The texts are those of the real parser. */

interface Bounds {
  readonly low: number
  readonly high: number
  readonly names: readonly string[]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const FIELDS: readonly Bounds[] = [
  { low: 0, high: 59, names: [] },
  { low: 0, high: 23, names: [] },
  { low: 1, high: 31, names: [] },
  { low: 1, high: 12, names: MONTHS },
  { low: 0, high: 6, names: DAYS },
]

const DESCRIPTORS = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']
const EVERY = '@every '
const DURATION = /^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/

class Fault {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

function number(text: string, { low, names }: Bounds): number | Fault {
  const named = names.indexOf(text.toLowerCase())
  if (named >= 0) return named + low
  if (/^\+?\d+$/.test(text)) return Number(text)
  if (/^-\d+$/.test(text) && Number(text) < 0)
    return new Fault(`negative number (${Number(text)}) not allowed: ${text}`)
  return new Fault(`failed to parse int from ${text}: strconv.Atoi: parsing ${quote(text)}: invalid syntax`)
}

/** `5`, `1-5`, `*`, `*` + `/2`, `1-10/3`. */
function checkRange(expression: string, bounds: Bounds): Fault | undefined {
  const parts = expression.split('/')
  const [range = '', stepText] = parts
  const ends = range.split('-')
  const isSingle = ends.length === 1
  let start: number | Fault = bounds.low
  let end: number | Fault = bounds.high
  if (ends[0] !== '*' && ends[0] !== '?') {
    start = number(ends[0] ?? '', bounds)
    if (start instanceof Fault) return start
    if (ends.length > 2) return new Fault(`too many hyphens: ${expression}`)
    end = isSingle ? start : number(ends[1] ?? '', bounds)
    if (end instanceof Fault) return end
  }
  let step = 1
  if (parts.length > 2) return new Fault(`too many slashes: ${expression}`)
  if (stepText !== undefined) {
    const parsed = number(stepText, { ...bounds, names: [] })
    if (parsed instanceof Fault) return parsed
    step = parsed
    if (isSingle) end = bounds.high
  }
  return checkBounds(expression, { start, end, step }, bounds)
}

function checkBounds(
  expression: string,
  { start, end, step }: { start: number; end: number; step: number },
  { low, high }: Bounds,
): Fault | undefined {
  if (start < low) return new Fault(`beginning of range (${start}) below minimum (${low}): ${expression}`)
  if (end > high) return new Fault(`end of range (${end}) above maximum (${high}): ${expression}`)
  if (start > end) return new Fault(`beginning of range (${start}) beyond end of range (${end}): ${expression}`)
  if (step === 0) return new Fault(`step of range should be a positive number: ${expression}`)
  return undefined
}

function descriptorFault(schedule: string): string | undefined {
  if (DESCRIPTORS.includes(schedule)) return undefined
  if (!schedule.startsWith(EVERY)) return `unrecognized descriptor: ${schedule}`
  const duration = schedule.slice(EVERY.length)
  if (DURATION.test(duration)) return undefined
  return `failed to parse duration ${schedule}: time: invalid duration ${quote(duration)}`
}

/** What is wrong with a schedule; undefined where nothing is. */
export function scheduleFault(schedule: string): string | undefined {
  if (schedule.startsWith('@')) return descriptorFault(schedule)
  const fields = schedule.split(/\s+/).filter(Boolean)
  if (fields.length !== FIELDS.length) {
    return `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`
  }
  for (const [index, bounds] of FIELDS.entries()) {
    for (const expression of (fields[index] ?? '').split(',').filter(Boolean)) {
      const fault = checkRange(expression, bounds)
      if (fault !== undefined) return fault.text
    }
  }
  return undefined
}
