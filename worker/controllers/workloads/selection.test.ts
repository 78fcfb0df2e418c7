import { expect, it } from 'vitest'
import { labelsSelection, selectionOf } from './selection.ts'

it('selects by labels and by expressions', () => {
  const byLabels = selectionOf({ matchLabels: { a: '1', b: '2' } })
  expect(byLabels({ a: '1', b: '2', c: '3' })).toBe(true)
  expect(byLabels({ a: '1' })).toBe(false)
  expect(byLabels(undefined)).toBe(false)
  const mixed = selectionOf({
    matchLabels: { a: '1' },
    matchExpressions: [{ key: 'b', operator: 'NotIn', values: ['x'] }],
  })
  expect(mixed({ a: '1' })).toBe(true)
  expect(mixed({ a: '1', b: 'x' })).toBe(false)
  expect(labelsSelection({ a: '1' })({ a: '1' })).toBe(true)
})

it('matches nothing when the selector is missing or empty', () => {
  for (const selector of [undefined, {}, { matchLabels: {} }]) expect(selectionOf(selector)({ a: '1' })).toBe(false)
  expect(labelsSelection({})({ a: '1' })).toBe(false)
})

it('returns the same function for the same selector', () => {
  const selector = { matchLabels: { a: '1' } }
  expect(selectionOf(selector)).toBe(selectionOf(selector))
})
