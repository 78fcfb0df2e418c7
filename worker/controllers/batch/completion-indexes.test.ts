import { describe, expect, it } from 'vitest'
import {
  countIndexes,
  countShared,
  firstFree,
  formatIndexes,
  hasIndex,
  indexesOf,
  parseIndexes,
  union,
} from './completion-indexes.ts'

describe('the text of completion indexes', () => {
  it.each([
    [[], ''],
    [[0], '0'],
    [[0, 1], '0,1'],
    [[2, 0, 1], '0-2'],
    [[0, 2, 3, 4, 7, 8], '0,2-4,7,8'],
  ])('of %j is %j', (numbers, text) => {
    expect(formatIndexes(indexesOf(numbers))).toBe(text)
    expect(parseIndexes(text, 100)).toEqual(indexesOf(numbers))
  })

  it('parses indexes below the completions and ignores invalid spans', () => {
    expect(formatIndexes(parseIndexes('0,x,2-9,11', 8))).toBe('0,2-7')
    expect(formatIndexes(parseIndexes('0,9', 8))).toBe('0')
    expect(parseIndexes('', 8)).toEqual([])
  })
})

it('unites, counts and tests spans', () => {
  const indexes = parseIndexes('1,3-5', 10)
  expect([0, 1, 2, 3, 4, 5, 6].filter((index) => hasIndex(indexes, index))).toEqual([1, 3, 4, 5])
  expect(countIndexes(indexes)).toBe(4)
  expect(formatIndexes(union(indexes, parseIndexes('2,8', 10)))).toBe('1-5,8')
  expect(countShared(indexes, parseIndexes('0-3,5,9', 10))).toBe(3)
})

it('finds the first free indexes', () => {
  expect(firstFree(parseIndexes('1,3-5', 10), 3, 10)).toEqual([0, 2, 6])
  expect(firstFree(parseIndexes('0-2', 4), 5, 4)).toEqual([3])
  expect(firstFree([], 2, 4)).toEqual([0, 1])
})
