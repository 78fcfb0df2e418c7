import { numberOfText, boundedNumber } from '../../api/numbers.ts'
import { quote } from '../../api/go-format.ts'
import { toDouble, toText } from '../conversions.ts'
import { EvaluationError } from '../evaluation-error.ts'
import type { Value } from '../values.ts'
import { Dict, Double, Duration, List, Opaque, Optional, Timestamp, Uint, isInt, typeName } from '../values.ts'
import { toHex } from '../../runtime/bytes.ts'
import { exactDigits } from '../exact-digits.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

const fault = (message: string): EvaluationError => new EvaluationError(message)
const formatting = (message: string): EvaluationError => fault(`error during formatting: ${message}`)

const CLAUSE = /%(?:%|(?:\.(\d*))?([^]?))/g
const PRECISION = 6
const NO_PRECISION =
  'could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax'

/** Implements `'%d of %s'.format([1, 'x'])`: each clause prints its argument as Go does. */
export function format(text: string, args: List): Value {
  let next = 0
  return text.replace(CLAUSE, (clause, digits: string | undefined, verb: string | undefined) => {
    if (clause === '%%') return '%'
    const index = next++
    if (index >= args.size) throw fault(`index ${index} out of range`)
    if (clause === '%') throw fault('unexpected end of string')
    if (digits === '') throw fault(NO_PRECISION)
    const show = VERBS[verb ?? '']
    if (show === undefined) throw fault(`could not parse formatting clause: unrecognized formatting clause "${verb}"`)
    return show(args.at(index), digits === undefined ? PRECISION : numberOfText(digits))
  })
}

type Show = (value: Value, precision: number) => string

const integer =
  (base: number, refusal: string): Show =>
  (value) => {
    if (isInt(value)) return value.toString(base)
    if (value instanceof Uint) return value.value.toString(base)
    throw formatting(`${refusal}, was given ${typeName(value)}`)
  }

const decimal = integer(10, 'decimal clause can only be used on integers')
const binary = integer(2, 'only integers and bools can be formatted as binary')
const hexadecimal = integer(16, 'only integers, byte buffers, and strings can be formatted as hex')

const hex: Show = (value, precision) => {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
  if (!(bytes instanceof Uint8Array)) return hexadecimal(bytes, precision)
  return toHex(bytes)
}

const NOT_FINITE = ['NaN', 'Infinity', '-Infinity']

const float =
  (clause: string, show: (value: number, precision: number) => string): Show =>
  (value, precision) => {
    if (!(value instanceof Double) && !(typeof value === 'string' && NOT_FINITE.includes(value))) {
      throw formatting(`${clause} clause can only be used on doubles, was given ${typeName(value)}`)
    }
    const double = toDouble(value)
    const number = double instanceof Double ? double.value : NaN
    if (Number.isNaN(number)) return 'NaN'
    return show(number, precision)
  }

const infinite = (value: number): string => (value < 0 ? '-∞' : '∞')

/** Prints commas between thousands; a negative zero has no sign. */
function fixed(value: number, precision: number): string {
  if (!Number.isFinite(value)) return infinite(value)
  const [whole = '', fraction] = exactDigits(value, precision).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

const RAISED = lookupTable<string>({ '-': '⁻' })
const raise = (digits: string): string =>
  [...digits].map((digit) => RAISED[digit] ?? '⁰¹²³⁴⁵⁶⁷⁸⁹'[numberOfText(digit)] ?? '').join('')

/** Prints `1.234568 × 10⁰⁴`, the notation of the locale en_US. The real server uses the precision as a width. */
function scientific(value: number, width: number): string {
  const text = Number.isFinite(value) ? withExponent(value) : infinite(value)
  return ' '.repeat(Math.max(0, width - [...text].length)) + text
}

function withExponent(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(PRECISION).split('e')
  const sign = exponent.startsWith('-') ? '-' : ''
  const digits = exponent.replace(/^[+-]/, '').padStart(2, '0')
  return `${mantissa}\u202f×\u202f10${raise(sign + digits)}`
}

const isPlain = (value: Value): boolean =>
  value !== null && !(value instanceof Optional) && (typeof value !== 'object' || isTextual(value))

const isTextual = (value: Value): boolean =>
  ['uint', 'double', 'bytes', 'type', 'google.protobuf.Timestamp', 'google.protobuf.Duration'].includes(typeName(value))

function textOf(value: Value): string {
  try {
    return toText(value)
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error
    throw formatting(`could not convert argument "${error.message}" to string`)
  }
}

const shown: Show = (value) => {
  if (value instanceof List) return `[${[...value].map(literal).join(', ')}]`
  if (value instanceof Dict && value.typeName === undefined) return entries(value)
  if (value === null) return 'null'
  if (isPlain(value)) return textOf(value)
  const those = 'strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps'
  throw formatting(`string clause can only be used on ${those}, was given ${typeName(value)}`)
}

const KEYS: ReadonlySet<string> = new Set(['string', 'bool', 'int', 'uint', 'bytes'])

function entries(dict: Dict): string {
  const pairs = [...dict.keys()].map((key): [string, string] => {
    if (!KEYS.has(typeName(key))) throw formatting(`no formatting function for map key of type ${typeName(key)}`)
    return [literal(key), literal(dict.find(key) ?? null)]
  })
  pairs.sort(([a], [b]) => Number(a > b) - Number(a < b))
  return `{${pairs.map(([key, value]) => `${key}:${value}`).join(', ')}}`
}

/** Prints an element of a list or map as a literal. */
function literal(value: Value): string {
  if (typeof value === 'string') return quote(value)
  if (value instanceof Uint8Array) return `b${quote(textOf(value))}`
  if (value instanceof Timestamp) return `timestamp(${quote(toText(value))})`
  if (value instanceof Duration) return `duration(${quote(toText(value))})`
  if (value instanceof Double) return Number.isFinite(value.value) ? fixedPlain(value.value) : quote(toText(value))
  if (value instanceof Optional || value instanceof Opaque) {
    throw formatting(`no formatting function for ${typeName(value)}`)
  }
  return shown(value, PRECISION)
}

const fixedPlain = (value: number): string => (Object.is(value, -0) ? '-' : '') + exactDigits(value, PRECISION)

const VERBS = lookupTable<Show | undefined>({
  s: shown,
  d: decimal,
  f: float('fixed-point', fixed),
  e: float('scientific', scientific),
  b: (value, precision) => (typeof value === 'boolean' ? String(boundedNumber(value)) : binary(value, precision)),
  x: hex,
  X: (value, precision) => hex(value, precision).toUpperCase(),
  o: integer(8, 'octal clause can only be used on integers'),
})
