import { expect, test } from 'vitest'
import { keptDrafts, readDrafts } from './drafts.ts'

test('drafts beyond the limit are dropped', () => {
  const long = 'x'.repeat(200 * 1024)
  expect(
    keptDrafts([
      ['a', long],
      ['b', 'short'],
      ['c', long],
      ['d', 'short'],
    ]).map(([tab]) => tab),
  ).toEqual(['a', 'b', 'd'])
})

test('stored drafts are read by their tabs, and anything else is ignored', () => {
  expect([...readDrafts([['object:pods', 'text'], 'x', [1, 2], null])]).toEqual([['object:pods', 'text']])
  expect(readDrafts(undefined).size).toBe(0)
  expect(readDrafts({ a: 1 }).size).toBe(0)
})
