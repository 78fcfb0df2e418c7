import { numberOfText } from './numbers.ts'
import { sortedKeys } from './byte-order.ts'
import type { Json } from './json.ts'
import { isObject } from './json.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

// The verbs of Go's `fmt` for text and for decoded JSON. Status messages and CLI output contain their results, so
// clients see these exact forms. `go-source.ts` prints values whose Go type is declared.

/** `%q`: double quotes, the usual escapes, unprintable runes as `\x00` or `\u0000`. */
export function quote(text: string): string {
  // Most characters need no escape, and quoting a megabyte rune by rune is slow.
  return `"${text.replace(NOT_PLAIN, quotedRune)}"`
}

/** `%q` of a list: `["a" "b"]`. */
export const quoteAll = (texts: readonly string[]): string => `[${texts.map(quote).join(' ')}]`

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

const NOT_PLAIN = /[^ !#-[\]-~]/gu
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
export const GO_ESCAPES = lookupTable<string>({
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
})

/** The smallest exponent that `%v` writes: 1e6 is `1e+06`. */
const FIRST_EXPONENT = 6

/** `%v` of an int64 or float64. A number beyond 2^53 is a float, because JSON readers return such integers as bigints. */
export function goNumber(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : goFloat(value)
}

/** `%v` of a float64: the shortest digits, with an exponent below 1e-4 and from 1e6 on. */
export function goFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value < 0 ? '-Inf' : '+Inf'
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const [mantissa = '', exponent = ''] = value.toExponential().split('e')
  const size = numberOfText(exponent)
  if (size >= -4 && size < FIRST_EXPONENT) return String(value)
  return `${mantissa}e${size < 0 ? '-' : '+'}${String(Math.abs(size)).padStart(2, '0')}`
}

/** `%v` of decoded JSON, such as `map[a:1 b:[x y]]` or `<nil>`. */
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
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'int64' : 'float64'
  return 'map[string]interface {}'
}

/**
 * `%#v` of decoded JSON, such as `map[string]interface {}{"a":"b"}`.
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

/** The text of Go's `Aggregate` error: each text once, in brackets when there is more than one. */
export function aggregateText(texts: readonly string[]): string {
  const [first = '', ...others] = new Set(texts)
  return others.length === 0 ? first : `[${[first, ...others].join(', ')}]`
}

/** A directive of Go's `fmt`: flags, width, precision, argument index, verb. */
const DIRECTIVE = /%[#0+\- ]*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?(\[[^\]]*\]?)?([^]|$)/gu

/** `fmt.Errorf(text)`: the result for a text that the real server passes as a format without arguments. */
export const withoutArguments = (text: string): string =>
  text.replace(DIRECTIVE, (_, index: string | undefined, verb: string) => {
    if (verb === '') return '%!(NOVERB)'
    if (verb === '%') return '%'
    return index === undefined ? `%!${verb}(MISSING)` : `%!${verb}(BADINDEX)`
  })
