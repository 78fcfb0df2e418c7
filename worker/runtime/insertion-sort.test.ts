import { expect, it } from 'vitest'
import { insertionSorted } from './insertion-sort.ts'

it('sorts a copy, and keeps equal items in their order', () => {
  const items = ['b2', 'a1', 'b1', 'a2']
  expect(insertionSorted(items, (item, other) => item.charAt(0) < other.charAt(0))).toEqual(['a1', 'a2', 'b2', 'b1'])
  expect(items).toEqual(['b2', 'a1', 'b1', 'a2'])
})

it('moves an item forward while it is before its neighbour, when the comparison is not a total order', () => {
  expect(insertionSorted([2, 0, 1], (item, other) => item === 0 || other === 0 || item < other)).toEqual([1, 0, 2])
})
