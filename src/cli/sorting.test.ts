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
