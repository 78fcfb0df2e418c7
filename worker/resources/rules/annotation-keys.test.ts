import { expect, it } from 'vitest'
import { hasKeyUnder } from './annotation-keys.ts'

it('finds a key by any of the prefixes, and by its whole text', () => {
  const annotations = { 'a.example.com/x': '1', note: '2' }
  expect(hasKeyUnder(annotations, 'b.example.com/', 'a.example.com/')).toBe(true)
  expect(hasKeyUnder(annotations, 'note')).toBe(true)
  expect(hasKeyUnder(annotations, 'x', 'example.com/')).toBe(false)
  expect(hasKeyUnder({}, 'a')).toBe(false)
})
