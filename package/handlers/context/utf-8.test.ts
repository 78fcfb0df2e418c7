import { expect, it } from 'vitest'
import { Utf8Decoder, Utf8Encoder } from './utf-8.ts'

it.each(['', 'abc', 'müller €', '😀', '\uD800a', 'a\uDC00', '\uDC00\uD800'])(
  'encodes %j as the platform does',
  (text) => {
    expect(new Utf8Encoder().encode(text)).toEqual(new TextEncoder().encode(text))
  },
)

const MALFORMED = [
  ['bytes that begin no character', [0x80, 0xc0, 0xc1, 0xff, 0xf5, 0x61]],
  ['a sequence of three bytes that breaks off before a character', [0xe2, 0x82, 0x41]],
  ['a sequence of four bytes that breaks off at the end', [0xf0, 0x9f, 0x92]],
  ['a sequence that breaks off before another', [0xf0, 0x9f, 0xe2, 0x82, 0xac]],
  ['surrogates', [0xed, 0xa0, 0x80, 0xed, 0xbf, 0xbf]],
  ['sequences that are too long', [0xe0, 0x80, 0xaf, 0xf0, 0x8f, 0xbf, 0xbf, 0xc0, 0xaf]],
  ['numbers above U+10FFFF', [0xf4, 0x90, 0x80, 0x80, 0xf8, 0x88]],
] as const

it.each([
  ['characters of one to four bytes', [0x61, 0xc3, 0xbc, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80]],
  [
    'the first and the last characters of each length',
    [0, 0x7f, 0xc2, 0x80, 0xdf, 0xbf, 0xe0, 0xa0, 0x80, 0xef, 0xbf, 0xbf],
  ],
  [
    'the characters beside the surrogates',
    [0xed, 0x9f, 0xbf, 0xee, 0x80, 0x80, 0xf0, 0x90, 0x80, 0x80, 0xf4, 0x8f, 0xbf, 0xbf],
  ],
  ['a byte order mark', [0xef, 0xbb, 0xbf, 0x61]],
  ...MALFORMED,
])('decodes %s as the platform does', (_, bytes) => {
  const data = Uint8Array.from(bytes)
  expect(new Utf8Decoder().decode(data)).toBe(new TextDecoder().decode(data))
  expect(new Utf8Decoder('UTF8', { ignoreBOM: true }).decode(data)).toBe(
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(data),
  )
})

it('decodes random bytes as the platform does', () => {
  let seed = 1
  const random = (): number => (seed = (seed * 48271) % 2147483647)
  // Most of the bytes begin or continue sequences.
  const byte = (): number => [random() % 256, 0x80 + (random() % 64), 0xe0 + (random() % 21)][random() % 3] ?? 0
  for (let run = 0; run < 2000; run++) {
    const data = Uint8Array.from({ length: 12 }, byte)
    expect(new Utf8Decoder().decode(data), data.join(' ')).toBe(new TextDecoder().decode(data))
  }
})

it.each(MALFORMED)('with fatal, throws TypeError for %s', (_, bytes) => {
  expect(() => new Utf8Decoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))).toThrow(TypeError)
})

it('with fatal, decodes UTF-8', () => {
  expect(new Utf8Decoder('utf-8', { fatal: true }).decode(new Utf8Encoder().encode('müller 😀'))).toBe('müller 😀')
})

it('throws for other encodings and for streams', () => {
  expect(() => new Utf8Decoder('latin1')).toThrow(RangeError)
  expect(() => new Utf8Decoder().decode(Uint8Array.of(0x61), { stream: true })).toThrow(TypeError)
})

it('decodes a part of a buffer, and an absent buffer as an empty text', () => {
  const bytes = Uint8Array.of(0x61, 0x62, 0x63)
  expect(new Utf8Decoder().decode(bytes.subarray(1))).toBe('bc')
  expect(new Utf8Decoder().decode(bytes.buffer)).toBe('abc')
  expect(new Utf8Decoder().decode()).toBe('')
})
