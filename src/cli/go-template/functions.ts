import type { Json } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import { goText } from '../../../worker/api/go-format.ts'
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
    return test(left < right ? -1 : left > right ? 1 : 0)
  }

/** The functions that templates may call; `exists` and `base64decode` are the client's own. */
export const functions: Readonly<Record<string, (...values: Value[]) => Value>> = {
  and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  or: (...values) => values.find(isTrue) ?? values.at(-1),
  not: (value) => !isTrue(value),
  len: (value) =>
    Array.isArray(value) || typeof value === 'string' ? value.length : isObject(value) ? Object.keys(value).length : 0,
  index: (value, ...keys) => keys.reduce(indexed, value),
  eq: (first, ...others) => others.some((other) => first === other),
  ne: (a, b) => a !== b,
  lt: compare((order) => order < 0),
  le: compare((order) => order <= 0),
  gt: compare((order) => order > 0),
  ge: compare((order) => order >= 0),
  print: (...values) => values.map(show).join(' '),
  println: (...values) => `${values.map(show).join(' ')}\n`,
  printf: (format, ...values) => printf(String(format), values),
  exists: (value, ...keys) =>
    keys.reduce<Value>((inner, key) => (inner !== undefined ? indexed(inner, key) : undefined), value) !== undefined,
  base64decode: (value) => new TextDecoder().decode(fromForgivingBase64(String(value))),
}

function indexed(value: Value, key: Value): Value {
  if (Array.isArray(value)) {
    const item = value[Number(key)]
    if (item === undefined) throw new Error(`error calling index: index out of range: ${String(key)}`)
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
