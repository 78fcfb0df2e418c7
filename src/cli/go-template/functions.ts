import { boundedNumber } from '../../../worker/api/numbers.ts'
import { escapeHtml } from '../escape-html.ts'
import { fromForgivingBase64Text } from '../../../worker/runtime/bytes.ts'
import { isObject } from '../../../worker/api/json.ts'
import { sprintf } from './printf.ts'
import { GoComplex, GoFloat, GoInt, GoNumber } from './nodes.ts'
import type { Value } from './values.ts'
import { isTrue, numberOf, show, sprint, typeOf, valueText } from './values.ts'

/** A function that templates may call. `call` throws an Error with Go's message. */
export interface TemplateFunction {
  /** The smallest number of arguments. */
  readonly least: number
  /** Whether there may be more arguments than `least`. */
  readonly isVariadic: boolean
  /** The indexes of the arguments that must be texts. */
  readonly texts?: readonly number[]
  call(...values: Value[]): Value
}

const fixed = (least: number, call: TemplateFunction['call'], texts: readonly number[] = []): TemplateFunction => ({
  least,
  isVariadic: false,
  texts,
  call,
})
const variadic = (least: number, call: TemplateFunction['call'], texts: readonly number[] = []): TemplateFunction => ({
  least,
  isVariadic: true,
  texts,
  call,
})

/** The functions of `text/template`; `exists` and `base64decode` are the client's own. */
export const functions: ReadonlyMap<string, TemplateFunction> = new Map([
  ['and', variadic(1, (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1))],
  ['or', variadic(1, (...values) => values.find(isTrue) ?? values.at(-1))],
  ['not', fixed(1, (value) => !isTrue(value))],
  ['len', fixed(1, length)],
  ['index', variadic(1, itemAt)],
  ['slice', variadic(1, (value, ...bounds) => sliced(value, bounds))],
  ['eq', variadic(1, (first, ...others) => isAnyEqual(first, others))],
  ['ne', fixed(2, (a, b) => !isAnyEqual(a, [b]))],
  ['lt', fixed(2, (a, b) => compare(a, b) < 0)],
  ['le', fixed(2, (a, b) => compare(a, b) <= 0)],
  ['gt', fixed(2, (a, b) => compare(a, b) > 0)],
  ['ge', fixed(2, (a, b) => compare(a, b) >= 0)],
  ['print', variadic(0, (...values) => sprint(values))],
  ['println', variadic(0, (...values) => `${values.map(valueText).join(' ')}\n`)],
  ['printf', variadic(1, (format, ...values) => sprintf(String(format), values), [0])],
  ['html', variadic(0, (...values) => escapeHtml(sprint(values, show)))],
  ['js', variadic(0, (...values) => sprint(values, show).replace(/[\\'"<>&=\p{Cc}\u2028\u2029]/gu, escapedForJs))],
  ['urlquery', variadic(0, (...values) => new URLSearchParams([['', sprint(values, show)]]).toString().slice(1))],
  ['call', variadic(1, (value) => refuseCall(value))],
  ['exists', variadic(1, (value, ...keys) => exists(value, keys))],
  ['base64decode', fixed(1, (text) => decoded(String(text)), [0])],
])

const escapedForJs = (sign: string): string =>
  /[\\'"]/.test(sign) ? `\\${sign}` : `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

const utf8 = new TextEncoder()

function length(value: Value): Value {
  if (value === undefined) throw new Error('reflect: call of reflect.Value.Type on zero Value')
  if (value === null) throw new Error('len of nil pointer')
  if (typeof value === 'string') return new GoInt(utf8.encode(value).length)
  if (Array.isArray(value)) return new GoInt(value.length)
  if (isObject(value) && !(value instanceof GoNumber)) return new GoInt(Object.keys(value).length)
  throw new Error(`len of type ${typeOf(value)}`)
}

/** An index into a text or list of the given length. Go allows an index equal to the length. */
function readIndex(index: Value, size: number): number {
  if (index === undefined || index === null) throw new Error('cannot index slice/array with nil')
  const number = boundedNumber(numberOf(index))
  if (!Number.isInteger(number) || index instanceof GoFloat)
    throw new Error(`cannot index slice/array with type ${typeOf(index)}`)
  if (number < 0 || number > size) throw new Error(`index out of range: ${number}`)
  return number
}

function itemAt(value: Value, ...keys: readonly Value[]): Value {
  if (value === undefined || value === null) throw new Error('index of untyped nil')
  return keys.reduce(indexed, value)
}

function indexed(value: Value, key: Value): Value {
  if (value === undefined) throw new Error('index of untyped nil')
  if (value === null) throw new Error('index of nil pointer')
  if (Array.isArray(value)) {
    const at = readIndex(key, value.length)
    if (at === value.length) throw new Error('reflect: slice index out of range')
    return value[at]
  }
  if (typeof value === 'string') {
    const bytes = utf8.encode(value)
    const byte = bytes[readIndex(key, bytes.length)]
    if (byte === undefined) throw new Error('reflect: string index out of range')
    return byte
  }
  if (!isObject(value) || value instanceof GoNumber) throw new Error(`can't index item of type ${typeOf(value)}`)
  if (key === undefined || key === null) throw new Error('value is nil; should be of type string')
  if (typeof key !== 'string') throw new Error(`value has type ${typeOf(key)}; should be string`)
  return Object.hasOwn(value, key) ? value[key] : null
}

function sliced(value: Value, bounds: readonly Value[]): Value {
  if (value === undefined || value === null) throw new Error('slice of untyped nil')
  if (bounds.length > 3) throw new Error(`too many slice indexes: ${bounds.length}`)
  const isText = typeof value === 'string'
  if (isText && bounds.length === 3) throw new Error('cannot 3-index slice a string')
  if (!isText && !Array.isArray(value)) throw new Error(`can't slice item of type ${typeOf(value)}`)
  const content = isText ? utf8.encode(value) : value
  const [from = 0, to = content.length, limit] = bounds.map((bound) => readIndex(bound, content.length))
  if (from > to) throw new Error(`invalid slice index: ${from} > ${to}`)
  if (limit !== undefined && to > limit) throw new Error(`invalid slice index: ${to} > ${limit}`)
  return isText ? new TextDecoder().decode((content as Uint8Array).slice(from, to)) : value.slice(from, to)
}

type Kind = 'bool' | 'complex' | 'int' | 'float' | 'string' | 'none'

function kindOf(value: Value): Kind {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (value instanceof GoComplex) return 'complex'
  if (value instanceof GoFloat) return 'float'
  const number = numberOf(value)
  if (number === undefined) return 'none'
  return typeof number === 'bigint' || Number.isInteger(number) ? 'int' : 'float'
}

function isAnyEqual(first: Value, others: readonly Value[]): boolean {
  if (others.length === 0) throw new Error('missing argument for comparison')
  return others.some((other) => isEqual(first, other))
}

function isEqual(a: Value, b: Value): boolean {
  const isNil = (value: Value): boolean => value === undefined || value === null
  const [left, right] = [kindOf(a), kindOf(b)]
  if (left !== right) {
    if (isNil(a) || isNil(b)) return false
    throw new Error('incompatible types for comparison')
  }
  if (a instanceof GoComplex && b instanceof GoComplex) return a.value === b.value && a.imaginary === b.imaginary
  if (left === 'int' || left === 'float') return numberOf(a) === numberOf(b)
  if (left !== 'none') return a === b
  if (isNil(a) || isNil(b)) return isNil(a) === isNil(b)
  throw new Error(`non-comparable type ${sprintf('%s', [a])}: ${typeOf(a)}`)
}

function compare(a: Value, b: Value): number {
  const [left, right] = [kindOf(a), kindOf(b)]
  if (left === 'none' || right === 'none') throw new Error('invalid type for comparison')
  if (left !== right) throw new Error('incompatible types for comparison')
  if (left === 'bool' || left === 'complex') throw new Error('invalid type for comparison')
  const [one = a as string, other = b as string] = [numberOf(a), numberOf(b)]
  return Number(one > other) - Number(one < other)
}

function refuseCall(value: Value): never {
  throw new Error(value === undefined || value === null ? 'call of nil' : `non-function of type ${typeOf(value)}`)
}

function exists(value: Value, keys: readonly Value[]): boolean {
  let inner: Value = value
  for (const key of keys) {
    const isList = Array.isArray(inner)
    if (isList ? boundedNumber(numberOf(key)) >= (inner as Value[]).length : !isObject(inner)) return false
    inner = indexed(inner, key)
    if (inner === null || inner === undefined) return false
  }
  return true
}

function decoded(text: string): string {
  const plain = text.replace(/[\r\n]/g, '')
  const valid = /^[A-Za-z0-9+/]*/.exec(plain)?.[0].length ?? 0
  const padding = plain.slice(valid)
  const isComplete = plain.length % 4 === 0 && /^={0,2}$/.test(padding)
  if (!isComplete) {
    const at = padding === '' ? valid - (valid % 4) : valid
    throw new Error(`base64 decode failed: illegal base64 data at input byte ${at}`)
  }
  return fromForgivingBase64Text(plain)
}
