import { numberOfText } from '../api/numbers.ts'
import { GO_ESCAPES } from '../api/go-format.ts'
import type { Value } from './values.ts'
import { Double, Uint, int } from './values.ts'

/** Thrown when a literal cannot be read. The message is the fault. */
export class LiteralError extends Error {
  override readonly name = 'LiteralError'
}

const SMALLEST = -(2n ** 63n)
const LARGEST = 2n ** 63n - 1n
const LARGEST_UNSIGNED = 2n ** 64n - 1n

export const isInt64 = (value: bigint): boolean => value >= SMALLEST && value <= LARGEST
export const isUint64 = (value: bigint): boolean => value >= 0n && value <= LARGEST_UNSIGNED

function intLiteral(text: string, isNegative: boolean): Value {
  const value = isNegative ? -BigInt(text) : BigInt(text)
  if (!isInt64(value)) throw new LiteralError('invalid int literal')
  return int(value)
}

function uintLiteral(text: string): Value {
  const value = BigInt(text.slice(0, -1))
  if (!isUint64(value)) throw new LiteralError('invalid uint literal')
  return new Uint(value)
}

function doubleLiteral(text: string, isNegative: boolean): Value {
  const value = numberOfText(text)
  if (!Number.isFinite(value)) throw new LiteralError('invalid double literal')
  return new Double(isNegative ? -value : value)
}

/** The text between the quotes, with line breaks as `\n`. */
function unquoted(source: string): { text: string; isRaw: boolean } {
  const normal = source.replace(/\r\n?/g, '\n')
  const isRaw = /^[rR]/.test(normal)
  const quoted = isRaw ? normal.slice(1) : normal
  const width = quoted.length >= 6 && /^(?:'''|""")/.test(quoted) ? 3 : 1
  return { text: quoted.slice(width, -width), isRaw }
}

/** A literal whose value is exactly the text between the quotes: it has no prefix, no escape and no line break. */
const PLAIN = /^(?:'[^'\\\r]*'|"[^"\\\r]*")$/

const ESCAPE = /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([^]))/g

const REPLACEMENT = 0xfffd
const loneByte = (byte: number): number => (byte < 0x80 ? byte : REPLACEMENT)

function stringLiteral(source: string): Value {
  if (PLAIN.test(source)) return source.slice(1, -1)
  const { text, isRaw } = unquoted(source)
  if (isRaw) return text
  return text.replace(ESCAPE, (_all, ...parts: string[]) => {
    const [byte, short, long, octal, letter = ''] = parts
    const hex = byte ?? short ?? long
    if (hex === undefined && octal === undefined) return GO_ESCAPES[letter] ?? letter
    // The real server computes in 32 bits and writes a negative code as one byte.
    const signed = hex === undefined ? parseInt(octal ?? '', 8) : parseInt(hex, 16) | 0
    if (signed > 0x10ffff) throw new LiteralError('unable to unescape string')
    const code = signed < 0 ? loneByte(signed & 0xff) : signed
    return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : String.fromCodePoint(code)
  })
}

/** Reads a literal of bytes. It has the form of a string, but `\x` and octal escapes are bytes. */
function bytesLiteral(source: string): Value {
  const { text, isRaw } = unquoted(source.slice(1))
  const encoder = new TextEncoder()
  if (isRaw) return encoder.encode(text)
  const parts: number[] = []
  const add = (part: string): void => {
    for (const byte of encoder.encode(part)) parts.push(byte)
  }
  let from = 0
  for (const match of text.matchAll(ESCAPE)) {
    add(text.slice(from, match.index))
    from = match.index + match[0].length
    const [, byte, short, long, octal, letter = ''] = match
    if (short !== undefined || long !== undefined) throw new LiteralError('unable to unescape string')
    if (byte !== undefined) parts.push(parseInt(byte, 16))
    else if (octal !== undefined) parts.push(parseInt(octal, 8) & 0xff)
    else add(GO_ESCAPES[letter] ?? letter)
  }
  add(text.slice(from))
  return Uint8Array.from(parts)
}

/** The value of a literal token. @throws LiteralError */
export function literalValue(kind: string, text: string, isNegative: boolean): Value {
  switch (kind) {
    case 'NUM_INT':
      return intLiteral(text, isNegative)
    case 'NUM_UINT':
      return uintLiteral(text)
    case 'NUM_FLOAT':
      return doubleLiteral(text, isNegative)
    case 'STRING':
      return stringLiteral(text)
    case 'BYTES':
      return bytesLiteral(text)
    default:
      return kind === 'null' ? null : kind === 'true'
  }
}
