import { numberOfText } from '../../api/numbers.ts'
import { parseMilliseconds } from '../../api/duration.ts'
import { quote } from '../../api/go-format.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/**
 * Cron schedules: five fields, or a word such as `@daily` or `@every 1h30m`. The error texts are copied from
 * the real parser.
 */
export type Schedule = Calendar | Interval

/** A schedule with a run in each minute whose fields, on a local clock, are in these sets. */
export interface Calendar {
  readonly minutes: ReadonlySet<number>
  readonly hours: ReadonlySet<number>
  readonly days: ReadonlySet<number>
  /** 1 to 12. */
  readonly months: ReadonlySet<number>
  /** 0 to 6; 0 is Sunday. */
  readonly weekdays: ReadonlySet<number>
  /** Whether it is enough that the day or the weekday matches. This is so when neither field is `*`. */
  readonly needsOneDay: boolean
}

export interface Interval {
  /** The time between two runs, in milliseconds; a multiple of 1000. */
  readonly every: number
}

/** The reason to refuse a schedule. */
export class Fault {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

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

const DESCRIPTORS = lookupTable<string>({
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
})
const EVERY = '@every '
const MS_A_SECOND = 1000

/** The values of one field. */
interface Field {
  readonly values: Set<number>
  /** Whether the field has a `*` or `?` without a step greater than 1. */
  isOpen: boolean
}

const NONE: Field = { values: new Set(), isOpen: false }

function number(text: string, { low, names }: Bounds): number | Fault {
  const named = names.indexOf(text.toLowerCase())
  if (named >= 0) return named + low
  if (/^\+?\d+$/.test(text)) return numberOfText(text)
  if (/^-\d+$/.test(text) && numberOfText(text) < 0)
    return new Fault(`negative number (${numberOfText(text)}) not allowed: ${text}`)
  return new Fault(`failed to parse int from ${text}: strconv.Atoi: parsing ${quote(text)}: invalid syntax`)
}

/** Adds the values of `5`, `1-5`, `*`, `*` + `/2` or `1-10/3`. */
function addRange(field: Field, expression: string, bounds: Bounds): Fault | undefined {
  const parts = expression.split('/')
  const [range = '', stepText] = parts
  const ends = range.split('-')
  const isSingle = ends.length === 1
  const isStar = ends[0] === '*' || ends[0] === '?'
  let start: number | Fault = bounds.low
  let end: number | Fault = bounds.high
  if (!isStar) {
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
  const fault = boundsFault(expression, { start, end, step }, bounds)
  if (fault !== undefined) return fault
  for (let value = start; value <= end; value += step) field.values.add(value)
  if (isStar && step === 1) field.isOpen = true
  return undefined
}

function boundsFault(
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

function fieldOf(text: string, bounds: Bounds): Field | Fault {
  const field: Field = { values: new Set(), isOpen: false }
  for (const expression of text.split(',').filter(Boolean)) {
    const fault = addRange(field, expression, bounds)
    if (fault !== undefined) return fault
  }
  return field
}

function descriptor(schedule: string): Schedule | Fault {
  const fields = DESCRIPTORS[schedule]
  if (fields !== undefined) return parseSchedule(fields)
  if (!schedule.startsWith(EVERY)) return new Fault(`unrecognized descriptor: ${schedule}`)
  try {
    const ms = parseMilliseconds(schedule.slice(EVERY.length))
    return { every: Math.max(MS_A_SECOND, ms - (ms % MS_A_SECOND)) }
  } catch (error) {
    return new Fault(`failed to parse duration ${schedule}: ${errorMessage(error)}`)
  }
}

/** A schedule, or the fault of the text. */
export function parseSchedule(schedule: string): Schedule | Fault {
  if (schedule.startsWith('@')) return descriptor(schedule)
  const texts = schedule.split(/\s+/).filter(Boolean)
  if (texts.length !== FIELDS.length) {
    return new Fault(`expected exactly 5 fields, found ${texts.length}: [${texts.join(' ')}]`)
  }
  const fields: Field[] = []
  for (const [index, bounds] of FIELDS.entries()) {
    const field = fieldOf(texts[index] ?? '', bounds)
    if (field instanceof Fault) return field
    fields.push(field)
  }
  const [minutes = NONE, hours = NONE, days = NONE, months = NONE, weekdays = NONE] = fields
  return {
    minutes: minutes.values,
    hours: hours.values,
    days: days.values,
    months: months.values,
    weekdays: weekdays.values,
    needsOneDay: !days.isOpen && !weekdays.isOpen,
  }
}

/** The fault of a schedule; undefined for a valid one. */
export function scheduleFault(schedule: string): string | undefined {
  const parsed = parseSchedule(schedule)
  return parsed instanceof Fault ? parsed.text : undefined
}
