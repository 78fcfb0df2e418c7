import { expect, it } from 'vitest'
import { textSize } from './text-size.ts'

it('counts the characters of all texts, without the names of fields', () => {
  expect(textSize({ name: 'abc', list: ['de', { deep: 'f' }, null, 7, true], none: null })).toBe(6)
})

it('counts the bytes of base64 fields', () => {
  expect(textSize({ data: { a: 'AAAA', b: 'AAAA' }, webhooks: [{ caBundle: 'AAAA' }] })).toBe(9)
})
