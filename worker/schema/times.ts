import { numberOfText } from '../api/numbers.ts'
import { quote } from '../api/go-format.ts'

/** Thrown for a malformed time, with the message of Go's `time.Parse`. */
export class TimeError extends Error {
  override readonly name = 'TimeError'
}

/** Go reads an hour of one digit as well. */
const RFC3339 = /^(\d{4}-\d\d-\d\dT)(\d?\d)(:\d\d:\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/
const ZERO = '0001-01-01T00:00:00'

/** Known canonical texts. They are kept, because every write reads the times of managedFields and the creationTimestamp again. */
const canonicalTexts = new Set<string>()
const MAX_TEXTS = 1000

/** The time as RFC 3339 in UTC with whole seconds; null for Go's zero time. @throws TimeError */
export function canonicalTime(text: string): string | null {
  if (canonicalTexts.has(text)) return text
  const { seconds } = read(text, false)
  if (seconds === ZERO) return null
  const time = `${seconds}Z`
  if (time === text) {
    if (canonicalTexts.size === MAX_TEXTS) canonicalTexts.clear()
    canonicalTexts.add(text)
  }
  return time
}

/**
 * The time as `canonicalTime` writes it, but with microseconds. The text must have exactly six digits after the point.
 * @throws TimeError
 */
export function canonicalMicroTime(text: string): string | null {
  const { seconds, fraction } = read(text, true)
  return seconds === ZERO && fraction === '000000' ? null : `${seconds}.${fraction}Z`
}

function read(text: string, micro: boolean): { seconds: string; fraction: string } {
  const [, date = '', hour = '', rest = '', fraction = '', sign, hours, minutes] = RFC3339.exec(text) ?? []
  const written = `${date}${hour.padStart(2, '0')}${rest}`
  const ms = Date.parse(`${written}Z`)
  // Date.parse accepts 24:00 and reads 30 February as a day in March; Go refuses both.
  const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(written)
  if (!exists || (micro && fraction.length !== 6))
    throw new TimeError(`parsing time ${quote(text)}${explain(text, micro ? `${LOCAL}.000000` : LOCAL, 'Z07:00')}`)
  if (sign === undefined) return { seconds: written, fraction }
  const offset = (numberOfText(hours) * 60 + numberOfText(minutes)) * 60_000
  return { seconds: utcSeconds(sign === '+' ? ms - offset : ms + offset), fraction }
}

/**
 * The text of a time in UTC. An offset can move the last hours of year 9999 to year 10000, which Go writes without a sign, and
 * the first hours of year 0 to the year before.
 */
const utcSeconds = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/^([+-])0*(?=\d{4})/, (_, sign: string) => (sign === '-' ? '-' : ''))

/** The elements of Go's layout: separator, name, digits, and the range of some. */
const PARTS = [
  { before: '', name: '2006', digits: /^\d{4}/ },
  { before: '-', name: '01', digits: /^\d\d/, word: 'month', from: 1, to: 12 },
  { before: '-', name: '02', digits: /^\d\d/ },
  { before: 'T', name: '15', digits: /^\d\d?/, word: 'hour', from: 0, to: 23 },
  { before: ':', name: '04', digits: /^\d\d/, word: 'minute', from: 0, to: 59 },
  { before: ':', name: '05', digits: /^\d\d/, word: 'second', from: 0, to: 59 },
] as const

const LOCAL = '2006-01-02T15:04:05'

/** Go's message for a text that is not a time without a zone, the last layout that strfmt tries. */
export const localTimeFault = (text: string): string => `parsing time ${quote(text)}${explain(text, LOCAL, '')}`

/** The reason in Go's message: the first element of the layout that does not match. */
function explain(text: string, clock: string, zoneName: string): string {
  const layout = quote(clock + zoneName)
  const cannot = (rest: string, part: string): string => ` as ${layout}: cannot parse ${quote(rest)} as ${quote(part)}`
  let rest = text
  for (const part of PARTS) {
    if (!rest.startsWith(part.before)) return cannot(rest, part.before)
    rest = rest.slice(part.before.length)
    const digits = part.digits.exec(rest)?.[0]
    if (digits === undefined) return cannot(rest, part.name)
    if ('word' in part && (numberOfText(digits) < part.from || numberOfText(digits) > part.to))
      return `: ${part.word} out of range`
    rest = rest.slice(digits.length)
  }
  const fraction = (clock !== LOCAL ? /^[.,]\d{6}/ : /^(?:[.,]\d+)?/).exec(rest)?.[0]
  if (fraction === undefined) return cannot(rest, '.000000')
  rest = rest.slice(fraction.length)
  const zone = zoneName === '' ? '' : /^(?:Z|[+-]\d\d:\d\d)/.exec(rest)?.[0]
  if (zone === undefined) return cannot(rest, zoneName)
  return rest === zone ? ': day out of range' : `: extra text: ${quote(rest.slice(zone.length))}`
}
