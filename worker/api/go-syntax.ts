import { quote } from './field-error.ts'
import type { Json } from './json.ts'
import { isObject } from './json.ts'

/**
 * A JSON value as Go's `%#v` prints it: `map[string]interface {}{"a":"b"}`; the texts of errors about untyped values
 * have it.
 */
export function goSyntax(value: Json | undefined): string {
  if (value === null || value === undefined) return 'interface {}(nil)'
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return goNumber(value)
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`
  if (!isObject(value)) return String(value)
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${quote(key)}:${goSyntax(value[key])}`)
  return `map[string]interface {}{${entries.join(', ')}}`
}

/** What a letter behind a backslash stands for in a string of Go. */
export const GO_ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** `%v` of an int64 or float64. */
export function goNumber(value: number): string {
  const size = Math.abs(value)
  if (Number.isInteger(value) && size < 1e21) return String(value)
  if (size !== 0 && size < 1e-4) return value.toExponential().replace(/e-(\d)$/, 'e-0$1')
  return String(value)
}
