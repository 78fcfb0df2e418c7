import { numberOfText } from '../api/numbers.ts'
import { compareBytes } from '../runtime/bytes.ts'
import { Pieces } from '../runtime/pieces.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** An element in DER (X.690). @param tag With the class and constructed bits: `0x30` is a sequence. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Bytes {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const size = length < 0x80 ? [length] : longLength(length)
  return new Pieces([Uint8Array.of(tag, ...size), ...parts]).join()
}

function longLength(length: number): readonly number[] {
  const bytes: number[] = []
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256)
  return [0x80 | bytes.length, ...bytes]
}

export const TRUE: Bytes = der(0x01, Uint8Array.of(0xff))
export const NULL: Bytes = der(0x05)

export const sequence = (...parts: readonly Uint8Array[]): Bytes => der(0x30, ...parts)
/** A SET OF. DER requires its elements in the order of their encoded bytes (X.690, 11.6). */
export const setOf = (...parts: readonly Uint8Array[]): Bytes => der(0x31, ...[...parts].sort(compareBytes))
export const octets = (bytes: Uint8Array): Bytes => der(0x04, bytes)
/** A bit string; `unused` is the number of unused bits at its end. */
export const bits = (bytes: Uint8Array, unused = 0): Bytes => der(0x03, Uint8Array.of(unused), bytes)

/** An INTEGER from the big-endian bytes of an unsigned number. */
export function unsigned(bytes: Uint8Array): Bytes {
  const start = bytes.findIndex((byte) => byte !== 0)
  const digits = bytes.slice(start < 0 ? bytes.length - 1 : start)
  return (digits[0] ?? 0) >= 0x80 ? der(0x02, Uint8Array.of(0), digits) : der(0x02, digits)
}

/** An object identifier. @param dotted For example `2.5.4.3`. */
export function identifier(dotted: string): Bytes {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(numberOfText)
  const arcs = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f]
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return der(0x06, Uint8Array.from(arcs))
}

const encoder = new TextEncoder()
const PRINTABLE = /^[A-Za-z0-9 '()+,\-./:=?]*$/

/** A PrintableString if possible, as on the real server, else a UTF8String. */
export const text = (value: string): Bytes => der(PRINTABLE.test(value) ? 0x13 : 0x0c, encoder.encode(value))

/**
 * A UTCTime before 2050, else a GeneralizedTime, in whole seconds (RFC 5280, 4.1.2.5).
 * @param ms Milliseconds since 1970.
 */
export function time(ms: number): Bytes {
  const digits = `${new Date(ms).toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`
  const isShort = ms < Date.UTC(2050, 0, 1)
  return der(isShort ? 0x17 : 0x18, encoder.encode(isShort ? digits.slice(2) : digits))
}
