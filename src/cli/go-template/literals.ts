import { doubleOf, numberOfText } from '../../../worker/api/numbers.ts'
import { GO_ESCAPES, quote } from '../../../worker/api/go-format.ts'
import type { GoNumber } from './nodes.ts'
import { GoComplex, GoFloat, GoInt } from './nodes.ts'

const ESCAPE = /\\(?:([abfnrtv\\'"])|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3}))/g

/** The value of a quoted or raw Go string (`strconv.Unquote`); undefined for a malformed escape. */
export function unquote(text: string): string | undefined {
  const inner = text.slice(1, -1)
  if (text.startsWith('`')) return inner.replaceAll('\r', '')
  if (inner.replace(ESCAPE, '').includes('\\') || inner.includes(`\\'`)) return undefined
  return inner.replace(ESCAPE, escapedCharacter)
}

function escapedCharacter(_: string, letter: string | undefined, ...codes: (string | undefined)[]): string {
  if (letter !== undefined) return GO_ESCAPES[letter] ?? letter
  const [byte, short, long, octal] = codes
  if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8))
  return String.fromCodePoint(Number.parseInt(byte ?? short ?? long ?? '0', 16))
}

/** A number or a character constant of a template. Returns the text of the fault for any other literal. */
export function readNumber(text: string): GoNumber | string {
  if (text.startsWith("'")) {
    const character = text === `'\\''` ? "'" : unquote(`"${text.slice(1, -1)}"`)
    if (character === '') return 'invalid syntax'
    const [only, ...more] = character ?? ''
    if (only === undefined || more.length > 0) return `malformed character constant: ${text}`
    return new GoInt(only.codePointAt(0) ?? 0)
  }
  if (text.endsWith('i')) return readComplex(text)
  const plain = text.replaceAll('_', '').replace(/^\+/, '')
  const sign = plain.startsWith('-') ? -1 : 1
  const digits = plain.replace(/^-/, '')
  // Digits with a leading 0 and an 8 or 9 are not an octal number. Go reads them as a float, and refuses a float
  // without a point and an exponent.
  if (/^0\d*[89]\d*$/.test(digits)) return `integer overflow: ${quote(text)}`
  if (/^(?:0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|\d+)$/.test(digits)) {
    const isOctal = /^0[0-7]+$/.test(digits)
    const whole = BigInt(isOctal ? `0o${digits.slice(1)}` : digits.toLowerCase())
    // Go also accepts integers that fit only an unsigned 64-bit type.
    if (BigInt.asUintN(64, whole) !== whole) return `integer overflow: ${quote(text)}`
    return new GoInt(sign * doubleOf(whole))
  }
  const value = sign * (hexadecimalFloat(digits) ?? (/\d/.test(digits) ? numberOfText(digits) : Number.NaN))
  return Number.isNaN(value) ? `illegal number syntax: ${quote(text)}` : new GoFloat(value)
}

/** Two parts, the second of which has a sign that does not belong to the exponent of the first. */
const COMPLEX = /^(?<real>.*[^eEpP])(?<imaginary>[+-].*)i$/

/** A complex constant, such as `1.5i` or `1+2i`. */
function readComplex(text: string): GoComplex | string {
  const { real, imaginary } = COMPLEX.exec(text)?.groups ?? {}
  if (real === undefined || imaginary === undefined) {
    const size = floatOf(text.slice(0, -1))
    return Number.isFinite(size) ? new GoComplex(0, size) : `illegal number syntax: ${quote(text)}`
  }
  if (real.endsWith('i') || !/\d/.test(imaginary)) return 'syntax error scanning complex number'
  for (const part of [real, imaginary]) {
    const fault = { NaN: 'invalid syntax', Infinity: 'value out of range' }[String(Math.abs(floatOf(part)))]
    if (fault !== undefined) return `strconv.ParseFloat: parsing ${quote(part)}: ${fault}`
  }
  return new GoComplex(floatOf(real), floatOf(imaginary))
}

/** The value of a decimal or hexadecimal float with a sign; NaN for any other text. */
function floatOf(text: string): number {
  const digits = text.replaceAll('_', '').replace(/^[+-]/, '')
  const isDecimal = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(digits)
  const size = hexadecimalFloat(digits) ?? (isDecimal ? numberOfText(digits) : Number.NaN)
  return text.startsWith('-') ? -size : size
}

/** The value of a hexadecimal float, such as `0x1.8p4`; undefined for any other text. */
function hexadecimalFloat(text: string): number | undefined {
  const [, whole = '', part = '', exponent] = /^0x([\da-f]*)\.?([\da-f]*)p([+-]?\d+)$/i.exec(text) ?? []
  if (exponent === undefined || whole + part === '') return undefined
  return Number.parseInt(whole + part, 16) * 2 ** (numberOfText(exponent) - 4 * part.length)
}
