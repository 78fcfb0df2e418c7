import { expect, it } from 'vitest'
import { RowSelection } from './row-selection.svelte.ts'

const order = ['a', 'b', 'c', 'd']

it('extends from the last chosen row, in both directions', () => {
  const selection = new RowSelection()
  selection.choose('b')
  selection.extendTo('d', order)
  expect([...selection.ids]).toEqual(['b', 'c', 'd'])
  selection.extendTo('a', order)
  expect([...selection.ids]).toEqual(['a', 'b'])
  expect(selection.current).toBe('a')
})

it('selects only the row itself when the start of the range no longer exists', () => {
  const selection = new RowSelection()
  selection.choose('gone')
  selection.extendTo('c', order)
  selection.extendTo('d', order)
  expect([...selection.ids]).toEqual(['c', 'd'])
})

it('adds and removes single rows and all rows', () => {
  const selection = new RowSelection()
  selection.choose('a')
  selection.toggle('c')
  selection.toggle('a')
  expect([...selection.ids]).toEqual(['c'])
  selection.all(order)
  expect(selection.ids.size).toBe(4)
  selection.clear()
  expect(selection.ids.size).toBe(0)
})
