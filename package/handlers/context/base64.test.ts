import { expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.ts'

it('encodes and decodes as the platform does', () => {
  for (let length = 0; length < 10; length++) {
    const binary = Array.from({ length }, (_, i) => String.fromCharCode((i * 83 + 250) & 255)).join('')
    expect(encodeBase64(binary)).toBe(btoa(binary))
    expect(decodeBase64(btoa(binary))).toBe(binary)
  }
  expect(decodeBase64(' YW\nJj ')).toBe('abc')
  expect(decodeBase64('YQ')).toBe('a')
})

it('refuses texts that are not Base64, and characters that are not bytes', () => {
  for (const text of ['a', 'a-b_', 'YQ=a']) expect(() => decodeBase64(text), text).toThrow('atob takes Base64')
  expect(() => encodeBase64('ü€')).toThrow('btoa takes characters up to U+00FF')
})
