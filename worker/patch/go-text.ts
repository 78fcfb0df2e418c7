import { goNumber } from '../api/go-syntax.ts'
import type { Json } from '../api/json.ts'
import { isObject } from '../api/json.ts'

/**
 * Values as the real server's texts show them. Its messages are made by Go's formatter, and its annotations by Go's
 * JSON writer; both are part of what clients see.
 */

/** Byte order of the UTF-8 forms, which is how the real server sorts names. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    // A surrogate stands for a code point above every unit of the basic plane.
    const xHigh = x >= 0xd800 && x <= 0xdfff
    const yHigh = y >= 0xd800 && y <= 0xdfff
    return xHigh === yHigh ? x - y : xHigh ? 1 : -1
  }
  return a.length - b.length
}

/** Keys of an object that are present, in byte order. */
export const sortedKeys = (value: object): string[] => Object.keys(value).sort(compareText)

/** `%v`: `map[a:1 b:[x y]]`, `<nil>`. */
export function goText(value: Json | undefined): string {
  if (value === null || value === undefined) return '<nil>'
  if (typeof value === 'number') return goNumber(value)
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`
  if (!isObject(value)) return String(value)
  return `map[${sortedKeys(value)
    .map((key) => `${key}:${goText(value[key])}`)
    .join(' ')}]`
}

/** The Go type that holds a decoded JSON value: what "element types are not identical" compares. */
export function goType(value: Json | undefined): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int64'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  return 'map[string]interface {}'
}

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

const special = /[<>&\u2028\u2029]/

/** JSON as Go writes it: keys in byte order, `<`, `>` and `&` escaped, integers of any size. */
export function goJson(value: Json | undefined): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') {
    const text = JSON.stringify(value)
    return special.test(text) ? text.replace(/[<>&\u2028\u2029]/g, (c) => escapes[c] ?? c) : text
  }
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`
  if (!isObject(value)) return String(value)
  const keys = sortedKeys(value).filter((key) => value[key] !== undefined)
  return `{${keys.map((key) => `${goJson(key)}:${goJson(value[key])}`).join(',')}}`
}
