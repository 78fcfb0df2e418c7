import { quote } from '../api/go-format.ts'

/** The text is no time of the layout; the message is that of Go's `time.Parse`. */
export class TimeError extends Error {
  override readonly name = 'TimeError'
}

const RFC3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/
const ZERO = '0001-01-01T00:00:00'

/** Times that were in form; those of managedFields and of an object's birth are read again with every write. */
const inForm = new Set<string>()
const KEPT_TIMES = 1000

/** RFC 3339 as the server writes it: in UTC, whole seconds. Null for Go's zero time. @throws TimeError */
export function canonicalTime(text: string): string | null {
  if (inForm.has(text)) return text
  const { seconds } = read(text, false)
  if (seconds === ZERO) return null
  const time = `${seconds}Z`
  if (time === text) {
    if (inForm.size === KEPT_TIMES) inForm.clear()
    inForm.add(text)
  }
  return time
}

/** The same with microseconds, of which exactly six digits have to be written. @throws TimeError */
export function canonicalMicroTime(text: string): string | null {
  const { seconds, fraction } = read(text, true)
  return seconds === ZERO && fraction === '000000' ? null : `${seconds}.${fraction}Z`
}

function read(text: string, micro: boolean): { seconds: string; fraction: string } {
  const [, written = '', fraction = '', sign, hours, minutes] = RFC3339.exec(text) ?? []
  const ms = Date.parse(`${written}Z`)
  // Date.parse knows 24:00 and rolls 30 February over; Go knows neither.
  const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(written)
  if (!exists || (micro && fraction.length !== 6))
    throw new TimeError(`parsing time ${quote(text)}${explain(text, micro)}`)
  if (sign === undefined) return { seconds: written, fraction }
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return { seconds: new Date(sign === '+' ? ms - offset : ms + offset).toISOString().slice(0, 19), fraction }
}

/** The parts of the layout: what stands before one, its name, its digits, and where it has one, its bound. */
const PARTS = [
  { before: '', name: '2006', digits: /^\d{4}/ },
  { before: '-', name: '01', digits: /^\d\d/, word: 'month', from: 1, to: 12 },
  { before: '-', name: '02', digits: /^\d\d/ },
  { before: 'T', name: '15', digits: /^\d\d/, word: 'hour', from: 0, to: 23 },
  { before: ':', name: '04', digits: /^\d\d/, word: 'minute', from: 0, to: 59 },
  { before: ':', name: '05', digits: /^\d\d/, word: 'second', from: 0, to: 59 },
] as const

/** Why Go would not read the text: the first part that does not fit. */
function explain(text: string, micro: boolean): string {
  const layout = quote(`2006-01-02T15:04:05${micro ? '.000000' : ''}Z07:00`)
  const cannot = (rest: string, part: string): string => ` as ${layout}: cannot parse ${quote(rest)} as ${quote(part)}`
  let rest = text
  for (const part of PARTS) {
    if (!rest.startsWith(part.before)) return cannot(rest, part.before)
    rest = rest.slice(part.before.length)
    const digits = part.digits.exec(rest)?.[0]
    if (digits === undefined) return cannot(rest, part.name)
    if ('word' in part && (Number(digits) < part.from || Number(digits) > part.to)) return `: ${part.word} out of range`
    rest = rest.slice(digits.length)
  }
  const fraction = (micro ? /^[.,]\d{6}/ : /^(?:[.,]\d+)?/).exec(rest)?.[0]
  if (fraction === undefined) return cannot(rest, '.000000')
  rest = rest.slice(fraction.length)
  const zone = /^(?:Z|[+-]\d\d:\d\d)/.exec(rest)?.[0]
  if (zone === undefined) return cannot(rest, 'Z07:00')
  return rest === zone ? ': day out of range' : `: extra text: ${quote(rest.slice(zone.length))}`
}
