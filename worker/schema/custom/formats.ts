import { parseDuration } from '../../api/duration.ts'
import { isRequestUri } from '../../api/go-url.ts'
import { parseInt64 } from '../../api/int64.ts'
import { numberOfText } from '../../api/numbers.ts'
import { isIp, isMac, isStrictIp } from './address-formats.ts'
import { isMailAddress } from './mail-address.ts'

/** The checks of the formats in custom resources; unknown formats are not checked. */
export const formats: ReadonlyMap<string, (text: string) => boolean> = new Map<string, (text: string) => boolean>([
  ['bsonobjectid', matches(/^[0-9a-fA-F]{24}$/)],
  ['uri', isRequestUri],
  ['email', isMailAddress],
  ['hostname', isHostname],
  ['ipv4', (text) => text.includes('.') && (isIp(text, 4) || isIp(text, 6))],
  ['ipv6', (text) => text.includes(':') && isStrictIp(text)],
  ['cidr', isCidr],
  ['mac', isMac],
  ['uuid', matches(/^(?:[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}|[0-9A-F]{32})$/i)],
  ['uuid3', matches(uuid('3', '[0-9A-F]'))],
  ['uuid4', matches(uuid('4', '[89AB]'))],
  ['uuid5', matches(uuid('5', '[89AB]'))],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', matches(/^\d{3}[- ]\d{2}[- ]\d{4}$/)],
  ['hexcolor', matches(/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
  ['rgbcolor', isRgbColor],
  ['byte', matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/)],
  ['password', () => true],
  ['date', isDate],
  ['duration', isDuration],
  ['datetime', isDateTime],
  ['date-time', isDateTime],
])

function matches(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text)
}

function uuid(version: string, variant: string): RegExp {
  const dashed = `[0-9A-F]{8}-[0-9A-F]{4}-${version}[0-9A-F]{3}-${variant}[0-9A-F]{3}-[0-9A-F]{12}`
  return new RegExp(`^(?:${dashed}|[0-9A-F]{12}${version}[0-9A-F]{3}${variant}[0-9A-F]{15})$`, 'i')
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

function isDate(text: string): boolean {
  const match = DATE.exec(text)
  if (match === null) return false
  const [year, month, day] = match.slice(1).map(numberOfText) as [number, number, number]
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year, month - 1, day)
  return month >= 1 && month <= 12 && day >= 1 && date.getUTCMonth() === month - 1
}

const CLOCK = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/

function isDateTime(text: string): boolean {
  const [date = '', clock] = text.toLowerCase().split('t')
  if (clock === undefined || !isDate(date)) return false
  const match = CLOCK.exec(clock)
  if (match === null) return false
  const [, hours = '', minutes = '', seconds = ''] = match
  return hours <= '23' && minutes <= '59' && seconds <= '59'
}

const LETTER = 'a-zA-Z0-9\\p{S}\\p{L}'
const HOST = new RegExp(
  `^(?:[${LETTER}](?:-?[${LETTER}]{0,62})?|(?:[${LETTER}](?:[-${LETTER}]{0,61}[${LETTER}])?\\.)+[a-zA-Z\\p{L}]{2,63})$`,
  'u',
)

function isHostname(text: string): boolean {
  if (text.length > 255 || !HOST.test(text)) return false
  return text.split('.').every((part) => part.length >= 1 && part.length <= 63)
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', more] = text.split('/')
  if (more !== undefined || !/^\d{1,3}$/.test(bits)) return false
  return (isIp(address, 4) && numberOfText(bits) <= 32) || (isIp(address, 6) && numberOfText(bits) <= 128)
}

const digitsOf = (text: string): string => text.replace(/[\s-]+/g, '')

function isIsbn10(text: string): boolean {
  const digits = digitsOf(text)
  if (!/^\d{9}[\dX]$/.test(digits)) return false
  const sum = [...digits].reduce((total, digit, i) => total + (i + 1) * (digit === 'X' ? 10 : numberOfText(digit)), 0)
  return sum % 11 === 0
}

function isIsbn13(text: string): boolean {
  const digits = digitsOf(text)
  if (!/^\d{13}$/.test(digits)) return false
  const sum = [...digits].reduce((total, digit, i) => total + (i % 2 === 0 ? 1 : 3) * numberOfText(digit), 0)
  return sum % 10 === 0
}

const CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/

function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '')
  if (!CARD.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = numberOfText(digit) * (i % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function isRgbColor(text: string): boolean {
  const match = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(text)
  return (
    match !== null && match.slice(1).every((part) => String(numberOfText(part)) === part && numberOfText(part) <= 255)
  )
}

const UNITS = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
]

/** Whether a text is a duration. Go's syntax is accepted, and so is any text that contains a number and the name of a unit. */
function isDuration(text: string): boolean {
  if (isGoDuration(text)) return true
  const parts = [...text.matchAll(/(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)]
  if (parts.some(([, amount = '']) => parseInt64(amount) === undefined)) return false
  return parts.some(([, , word = '']) => {
    const unit = word.toLowerCase()
    return UNITS.some((variants) => variants.includes(unit) || unit.startsWith(variants.at(-1) ?? ''))
  })
}

function isGoDuration(text: string): boolean {
  try {
    parseDuration(text)
    return true
  } catch {
    // The text may still have another form.
    return false
  }
}
