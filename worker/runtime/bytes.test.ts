import { expect, test } from 'vitest'
import {
  decodedSize,
  fromBase64,
  fromBase64Text,
  fromBase64Url,
  fromByteString,
  fromForgivingBase64,
  fromForgivingBase64Text,
  toBase64,
  toBase64Text,
  toBase64Url,
  toByteString,
  toHex,
} from './bytes.ts'

const every = Uint8Array.from({ length: 256 }, (_, i) => i)

test('writes two hexadecimal digits for each byte', () => {
  expect(toHex(Uint8Array.of(0, 10, 255))).toBe('000aff')
})

test('reads back byte arrays of different lengths', () => {
  const many = Uint8Array.from({ length: 20_000 }, (_, i) => i)
  for (const bytes of [new Uint8Array(), every, many]) {
    expect(fromByteString(toByteString(bytes))).toEqual(bytes)
    expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes)
  }
})

test('writes the vectors of RFC 4648, 10', () => {
  const vectors = ['', 'Zg==', 'Zm8=', 'Zm9v', 'Zm9vYg==', 'Zm9vYmE=', 'Zm9vYmFy']
  vectors.forEach((text, length) => {
    const bytes = new TextEncoder().encode('foobar'.slice(0, length))
    expect(toBase64(bytes)).toBe(text)
    expect(toBase64Url(bytes)).toBe(text.replaceAll('=', ''))
    expect(fromBase64(text)).toEqual(bytes)
  })
})

test('counts the bytes that a base64 encodes', () => {
  expect(['', 'YQ==', 'YWI=', 'YWJj'].map(decodedSize)).toEqual([0, 1, 2, 3])
})

test('refuses base64 with wrong padding, white space or other characters', () => {
  for (const text of ['Zg', 'Zg=', 'Z', 'Zm9v\n', 'Zm-v', '====']) expect(fromBase64(text)).toBeUndefined()
})

test('accepts missing padding and white space in forgiving base64, and throws for other characters', () => {
  expect(fromForgivingBase64('Z g\n')).toEqual(Uint8Array.of(0x66))
  expect(() => fromForgivingBase64('Z-')).toThrow(DOMException)
})

test('refuses base64url with padding, other characters or an incomplete byte', () => {
  for (const text of ['Zg==', 'Zm+v', 'Zm/v', 'Zm9vZ', 'Zm9v\n']) expect(fromBase64Url(text)).toBeUndefined()
})

test('converts between texts and the base64 of their UTF-8', () => {
  expect(toBase64Text('é😀')).toBe('w6nwn5iA')
  expect(fromBase64Text('w6nwn5iA')).toBe('é😀')
  expect(fromForgivingBase64Text(' w6k')).toBe('é')
  expect(fromBase64Text('w6k')).toBe('')
})
