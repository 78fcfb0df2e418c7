import { expect, it } from 'vitest'
import { repeatedIndexes } from './repeated.ts'

it('finds the later ones of equal values, by identity', () => {
  const object = {}
  expect([...repeatedIndexes(['a', 'b', 'a', 1, '1', object, {}, object, 'a'])]).toEqual([2, 7, 8])
})
