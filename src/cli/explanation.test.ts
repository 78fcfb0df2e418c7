import { expect, test } from 'vitest'
import { wrapped } from './explanation.ts'

test('breaks long lines before a word and keeps other lines', () => {
  expect(wrapped('one two  three\nfour', 10)).toBe('one two\nthree\nfour')
  expect(wrapped('a  b\n\n  c', 10)).toBe('a  b\n\n  c')
  expect(wrapped('see: https://example.com/long', 10)).toBe('see:\nhttps://example.com/long')
  expect(wrapped('https://example.com/long', 10)).toBe('https://example.com/long')
})
