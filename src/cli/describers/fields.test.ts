import { expect, test } from 'vitest'
import { pairsText } from './fields.ts'

test('sorts the texts of pairs', () => {
  expect(pairsText({ a: '2', 'a.b/c': 'd' })).toBe('a.b/c=d,a=2')
  expect(pairsText(undefined)).toBe('<none>')
})
