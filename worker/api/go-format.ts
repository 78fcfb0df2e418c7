import { sortedKeys } from './byte-order.ts'
import type { Json } from './json.ts'
import { isObject } from './json.ts'

/**
 * The verbs of Go's `fmt` for text and for decoded JSON. Status messages and CLI output contain their results, so
 * clients see these exact forms. `go-source.ts` prints values whose Go type is declared.
 */

/** `%q`: double quotes, the usual escapes, unprintable runes as `\x00` or `\u0000`. */
export function quote(text: string): string {
  let quoted = '"'
  for (const character of text) quoted += quotedRune(character)
  return quoted + '"'
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\v', '\\v'],
])

const PRINTABLE = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u

function quotedRune(character: string): string {
  const short = SHORT_ESCAPES.get(character)
  if (short !== undefined) return short
  const code = character.codePointAt(0) ?? 0
  // The URL decoder represents a byte that is not UTF-8 by a lone surrogate.
  if (code >= 0xdc80 && code <= 0xdcff) return hexEscape('x', code & 0xff, 2)
  if (code < 0x20 || code === 0x7f) return hexEscape('x', code, 2)
  if (PRINTABLE.test(character)) return character
  return code <= 0xffff ? hexEscape('u', code, 4) : hexEscape('U', code, 8)
}

const hexEscape = (letter: string, code: number, digits: number): string =>
  `\\${letter}${code.toString(16).padStart(digits, '0')}`

/** The character for each letter after a backslash in a Go string literal. */
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

/** `%T`: the Go type that holds a decoded JSON value. */
export function goType(value: Json | undefined): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int64'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  return 'map[string]interface {}'
}

/**
 * `%#v`: `map[string]interface {}{"a":"b"}`.
 * @param keyType the type of the keys of maps; the YAML reader of the real server has `interface {}`
 */
export function goSyntax(value: Json | undefined, keyType = 'string'): string {
  if (value === null || value === undefined) return 'interface {}(nil)'
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return goNumber(value)
  if (Array.isArray(value)) return `[]interface {}{${value.map((item) => goSyntax(item, keyType)).join(', ')}}`
  if (!isObject(value)) return String(value)
  const entries = sortedKeys(value).map((key) => `${quote(key)}:${goSyntax(value[key], keyType)}`)
  return `map[${keyType}]interface {}{${entries.join(', ')}}`
}
