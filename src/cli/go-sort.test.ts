import { expect, test } from 'vitest'
import { goSorted } from './go-sort.ts'

const sortedPlaces = (keys: readonly number[]): number[] =>
  goSorted(
    keys.map((key, place) => ({ key, place })),
    (a, b) => a.key < b.key,
  ).map(({ place }) => place)

const keysOf = (keys: readonly number[]): (number | undefined)[] => sortedPlaces(keys).map((place) => keys[place])

test('keeps the order of equal items in a short list', () => {
  expect(sortedPlaces([1, 0, 1, 0, 1])).toEqual([1, 3, 0, 2, 4])
})

test('orders equal items of a longer list as Go does', () => {
  const keys = [3, 1, 2, 3, 2, 1, 3, 1, 2, 2, 3, 1, 1, 2, 3, 3, 2, 1, 2, 1]
  expect(sortedPlaces(keys)).toEqual([7, 1, 12, 19, 11, 5, 17, 18, 8, 9, 16, 4, 2, 13, 10, 15, 14, 0, 6, 3])
})

test.each([
  ['equal', Array.from({ length: 100 }, () => 1)],
  ['falling', Array.from({ length: 100 }, (_, i) => 100 - i)],
  ['rising with one exception', Array.from({ length: 100 }, (_, i) => (i === 60 ? 0 : i))],
  ['repeating', Array.from({ length: 300 }, (_, i) => (i * 7919) % 31)],
  ['organ pipes, whose middle is a bad pivot', Array.from({ length: 500 }, (_, i) => Math.min(i, 500 - i))],
])('sorts %s keys', (_, keys) => {
  expect(keysOf(keys)).toEqual(keys.toSorted((a, b) => a - b))
})
