/**
 * Decodes bytes as UTF-8. An invalid byte becomes a lone surrogate, U+DC00 plus the byte, which texts show as `\xff` (`quote`). A
 * fatal TextDecoder fails at the first invalid byte, and each failure takes microseconds. A path may have 300,000 invalid bytes.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length)
  let count = 0
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at)
    if (length === 0) units[count++] = 0xdc00 + byteAt(bytes, at)
    else count = putCodePoint(units, count, codePoint(bytes, at, length))
    at += Math.max(1, length)
  }
  return textOf(units.subarray(0, count))
}

/** Arguments of one call, well below the limit of any engine. */
const CHUNK = 8192

function textOf(units: Uint16Array): string {
  let text = ''
  for (let at = 0; at < units.length; at += CHUNK) text += String.fromCharCode(...units.subarray(at, at + CHUNK))
  return text
}

const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0

/** First bytes with the length of their sequence, and the range of the second byte (Unicode 15, table 3-7). */
const FORMS = [
  { first: 0x00, last: 0x7f, length: 1, low: 0, high: 0 },
  { first: 0xc2, last: 0xdf, length: 2, low: 0x80, high: 0xbf },
  { first: 0xe0, last: 0xe0, length: 3, low: 0xa0, high: 0xbf },
  { first: 0xe1, last: 0xec, length: 3, low: 0x80, high: 0xbf },
  { first: 0xed, last: 0xed, length: 3, low: 0x80, high: 0x9f },
  { first: 0xee, last: 0xef, length: 3, low: 0x80, high: 0xbf },
  { first: 0xf0, last: 0xf0, length: 4, low: 0x90, high: 0xbf },
  { first: 0xf1, last: 0xf3, length: 4, low: 0x80, high: 0xbf },
  { first: 0xf4, last: 0xf4, length: 4, low: 0x80, high: 0x8f },
]

const FORM_OF = Array.from({ length: 256 }, (_, byte) => FORMS.find(({ first, last }) => first <= byte && byte <= last))

/** The length of the well-formed sequence at `at`; 0 when the bytes are invalid. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const form = FORM_OF[byteAt(bytes, at)]
  if (form === undefined || form.length === 1) return form?.length ?? 0
  const second = byteAt(bytes, at + 1)
  if (second < form.low || second > form.high) return 0
  for (let i = 2; i < form.length; i++) if ((byteAt(bytes, at + i) & 0xc0) !== 0x80) return 0
  return form.length
}

/** The mask of the code point's bits in the first byte, by the length of the sequence. */
const FIRST_BITS = [0, 0x7f, 0x1f, 0x0f, 0x07]

function codePoint(bytes: Uint8Array, at: number, length: number): number {
  let point = byteAt(bytes, at) & (FIRST_BITS[length] ?? 0)
  for (let i = 1; i < length; i++) point = (point << 6) | (byteAt(bytes, at + i) & 0x3f)
  return point
}

/** Appends the code point as UTF-16; returns the new count of units. */
function putCodePoint(units: Uint16Array, count: number, point: number): number {
  if (point < 0x10000) {
    units[count] = point
    return count + 1
  }
  units[count] = 0xd800 + ((point - 0x10000) >> 10)
  units[count + 1] = 0xdc00 + ((point - 0x10000) & 0x3ff)
  return count + 2
}
