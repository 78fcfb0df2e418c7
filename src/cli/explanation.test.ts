import { expect, test } from 'vitest'
import { wrapped } from './explanation.ts'

test('long lines break before a word, others stay as they are written', () => {
  expect(wrapped('one two  three\nfour', 10)).toBe('one two\nthree\nfour')
  expect(wrapped('a  b\n\n  c', 10)).toBe('a  b\n\n  c')
  expect(wrapped('see: https://example.com/long', 10)).toBe('see:\nhttps://example.com/long')
  expect(wrapped('https://example.com/long', 10)).toBe('https://example.com/long')
})
