import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { decodeUtf8 } from './utf8-decoder.ts'

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : [part])))

describe('decodeUtf8', () => {
  it.each(['a', 'ü', '→', '😀', '\u{ffff}', '\u{10ffff}', '\ufeffa'])(
    'reads %j, also beside an invalid byte',
    (text) => {
      expect(decodeUtf8(bytes(text))).toBe(text)
      expect(decodeUtf8(bytes(text, 0xff, text))).toBe(`${text}\udcff${text}`)
    },
  )

  it.each([
    ['a lone continuation byte', [0x80], '\udc80'],
    ['an overlong form', [0xc0, 0xaf], '\udcc0\udcaf'],
    ['a surrogate', [0xed, 0xa0, 0x80], '\udced\udca0\udc80'],
    ['a code point beyond the last', [0xf4, 0x90, 0x80, 0x80], '\udcf4\udc90\udc80\udc80'],
    ['a sequence cut at the end', [0xe2, 0x86], '\udce2\udc86'],
  ])('keeps the bytes of %s', (_, parts, text) => {
    expect(decodeUtf8(bytes(...parts))).toBe(text)
  })

  it('reads a megabyte of invalid bytes without a TextDecoder, which would fail at each of them', () => {
    const decoding = vi.spyOn(TextDecoder.prototype, 'decode')
    onTestFinished(() => decoding.mockRestore())
    const megabyte = new Uint8Array(1024 * 1024).fill(0xff)
    expect(decodeUtf8(megabyte)).toHaveLength(megabyte.length)
    expect(decoding).not.toHaveBeenCalled()
  })
})
