import type { Json } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import { goText, goType } from '../../../worker/api/go-format.ts'
import { fromForgivingBase64 } from '../../../worker/runtime/bytes.ts'

export type Value = Json | undefined

/** What Go takes for true. */
export function isTrue(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isObject(value)) return Object.keys(value).length > 0
  return Boolean(value)
}

const compare =
  (test: (order: number) => boolean) =>
  (a: Value, b: Value): boolean => {
    if (typeof a !== typeof b) throw new Error('incompatible types for comparison')
    const [left, right] = [a as number, b as number]
    return test(Number(left > right) - Number(left < right))
  }

/** The functions that templates may call; `exists` and `base64decode` are the client's own. */
export const functions: Readonly<Record<string, (...values: Value[]) => Value>> = {
  and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  or: (...values) => values.find(isTrue) ?? values.at(-1),
  not: (value) => !isTrue(value),
  len: (value) => {
    if (Array.isArray(value) || typeof value === 'string') return value.length
    return isObject(value) ? Object.keys(value).length : 0
  },
  index: (value, ...keys) => keys.reduce(indexed, value),
  eq: (first, ...others) => others.some((other) => first === other),
  ne: (a, b) => a !== b,
  lt: compare((order) => order < 0),
  le: compare((order) => order <= 0),
  gt: compare((order) => order > 0),
  ge: compare((order) => order >= 0),
  print: (...values) => printed(values),
  println: (...values) => `${values.map(show).join(' ')}\n`,
  printf: (format, ...values) => printf(String(format), values),
  exists: (value, ...keys) =>
    keys.reduce<Value>((inner, key) => (inner !== undefined ? indexed(inner, key) : undefined), value) !== undefined,
  html: (...values) => printed(values).replace(/[&<>"'\0]/g, (sign) => HTML_ESCAPES[sign] ?? sign),
  js: (...values) => printed(values).replace(/[\\'"<>&=\p{Cc}]/gu, escapedForJs),
  urlquery: (...values) => new URLSearchParams([['', printed(values)]]).toString().slice(1),
  slice: (value, ...bounds) => sliced(value, bounds),
  call: (value) => {
    throw new Error(value === undefined || value === null ? 'call of nil' : `non-function of type ${goType(value)}`)
  },
  base64decode: (value) => decoded(String(value)),
}

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '\0': '\uFFFD',
}

const escapedForJs = (sign: string): string =>
  /[\\'"]/.test(sign) ? `\\${sign}` : `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** Go's `Sprint`: a space between operands when neither is a text. */
function printed(values: readonly Value[]): string {
  return values
    .map((value, index) => {
      const spaced = index > 0 && typeof value !== 'string' && typeof values[index - 1] !== 'string'
      return (spaced ? ' ' : '') + show(value)
    })
    .join('')
}

function sliced(value: Value, bounds: readonly Value[]): Value {
  if (typeof value !== 'string' && !Array.isArray(value))
    throw new Error(`can't slice item of type ${value === undefined ? 'nil' : goType(value)}`)
  const { length } = value
  const [from = 0, to = length] = bounds.map(Number)
  for (const index of [from, to]) if (index < 0 || index > length) throw new Error(`index out of range: ${index}`)
  if (from > to) throw new Error(`invalid slice index: ${from} > ${to}`)
  return value.slice(from, to)
}

function decoded(text: string): string {
  const plain = text.replace(/[\r\n]/g, '')
  const valid = /^[A-Za-z0-9+/]*/.exec(plain)?.[0].length ?? 0
  const padding = plain.slice(valid)
  const complete = plain.length % 4 === 0 && /^={0,2}$/.test(padding)
  if (!complete) {
    const at = padding === '' ? valid - (valid % 4) : valid
    throw new Error(`base64 decode failed: illegal base64 data at input byte ${at}`)
  }
  return new TextDecoder().decode(fromForgivingBase64(plain))
}

function indexed(value: Value, key: Value): Value {
  if (Array.isArray(value)) {
    const item = value[Number(key)]
    if (item === undefined) throw new Error(`index out of range: ${String(key)}`)
    return item
  }
  return isObject(value) && Object.hasOwn(value, String(key)) ? value[String(key)] : undefined
}

export function show(value: Value): string {
  return value === undefined || value === null ? '<no value>' : goText(value)
}

function printf(format: string, values: readonly Value[]): string {
  let next = 0
  return format.replace(/%(-?\d*)([sdvqt%])/g, (_, width: string, verb: string) => {
    if (verb === '%') return '%'
    const value = values[next++]
    const text = verb === 'q' ? JSON.stringify(show(value)) : show(value)
    return width.startsWith('-') ? text.padEnd(-Number(width)) : text.padStart(Number(width))
  })
}
