import { expect, it } from 'vitest'
import { Utf8Decoder, Utf8Encoder } from './utf-8.ts'

it.each(['', 'abc', 'müller €', '😀', '\uD800a', 'a\uDC00', '\uDC00\uD800'])(
  'encodes %j as the platform does',
  (text) => {
    expect(new Utf8Encoder().encode(text)).toEqual(new TextEncoder().encode(text))
  },
)

it.each([
  ['letters of one to four bytes', [0x61, 0xc3, 0xbc, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80]],
  ['a byte order mark', [0xef, 0xbb, 0xbf, 0x61]],
  ['bytes that begin no letter', [0x80, 0xc0, 0xc1, 0xff, 0xf5, 0x61]],
])('decodes %s as the platform does', (_, bytes) => {
  expect(new Utf8Decoder().decode(Uint8Array.from(bytes))).toBe(new TextDecoder().decode(Uint8Array.from(bytes)))
})

it('replaces letters that are cut off', () => {
  expect(new Utf8Decoder().decode(Uint8Array.of(0x61, 0xe2))).toBe('a\uFFFD')
})

it('decodes a part of a buffer, and nothing', () => {
  const bytes = Uint8Array.of(0x61, 0x62, 0x63)
  expect(new Utf8Decoder().decode(bytes.subarray(1))).toBe('bc')
  expect(new Utf8Decoder().decode(bytes.buffer)).toBe('abc')
  expect(new Utf8Decoder().decode()).toBe('')
})
