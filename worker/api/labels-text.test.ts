import { expect, it } from 'vitest'
import { labelsText } from './labels-text.ts'

it('writes labels in the order of their texts', () => {
  expect(labelsText({ a: '2', 'a.b/c': 'd' })).toBe('a.b/c=d,a=2')
  expect(labelsText({})).toBe('<none>')
  expect(labelsText(undefined)).toBe('<none>')
})
