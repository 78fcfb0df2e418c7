import { expect, test } from 'vitest'
import { sortByPath } from './sorting.ts'

const sorted = (objects: readonly object[], path: string) => sortByPath(objects, path, (object) => object)

test('sorts by the first of several paths', () => {
  expect(sorted([{ n: 2, o: 1 }, { n: 1, o: 2 }, { o: 0 }], '{.n}{.o}')).toEqual([
    { o: 0 },
    { n: 1, o: 2 },
    { n: 2, o: 1 },
  ])
})

test('returns undefined for a path that cannot be read', () => {
  expect(sorted([{ n: 1 }], '{.n')).toBeUndefined()
})

const names = (keys: readonly unknown[]) =>
  sorted(
    keys.map((key) => ({ key })),
    '.key',
  )?.map((object) => (object as { key: unknown }).key)

test.each([
  [
    ['pod-10', 'pod-9', 'pod-', 'pod'],
    ['pod', 'pod-', 'pod-9', 'pod-10'],
  ],
  [
    ['a-1', 'a1', 'a01', 'a001x'],
    ['a1', 'a01', 'a001x', 'a-1'],
  ],
  [
    ['x99999999999999999998', 'x99999999999999999997'],
    ['x99999999999999999997', 'x99999999999999999998'],
  ],
  [
    ['1Gi', '2000M', '500m', '1e3'],
    ['500m', '1e3', '1Gi', '2000M'],
  ],
  [
    [2n ** 60n + 1n, 2n ** 60n, 3],
    [3, 2n ** 60n, 2n ** 60n + 1n],
  ],
  [
    [1.5, 0.5, null],
    [null, 0.5, 1.5],
  ],
])('sorts %s as Go does', (keys, expected) => {
  expect(names(keys)).toEqual(expected)
})

test.each([
  [[true, false], 'unsortable type: bool'],
  [[1, 'x'], 'unsortable interface: interface'],
  [[1, 1.5], 'unsortable interface: interface'],
  [[[1], [2]], 'unsortable type: []interface {}'],
])('refuses to sort %j', (keys, fault) => {
  expect(() => names(keys)).toThrow(
    `Field {.key} in *unstructured.Unstructured is an unsortable type: interface, err: ${fault}`,
  )
})

test('sorts when no two of the values that cannot be compared meet', () => {
  expect(names([undefined, { a: 1 }, undefined])).toEqual([undefined, undefined, { a: 1 }])
})
