import { expect, it } from 'vitest'
import { objectChanges } from './object-changes.ts'

it('lists added, removed and replaced members, and replaces changed lists', () => {
  const before = { a: 1, b: { c: [1], 'd/e': 'x', same: { f: null } }, gone: true }
  const after = { a: 2, b: { c: [1, 2], 'd/e': 'y', same: { f: null } }, new: {} }
  expect(objectChanges(before, after)).toEqual([
    { op: 'remove', path: '/gone' },
    { op: 'replace', path: '/a', value: 2 },
    { op: 'replace', path: '/b/c', value: [1, 2] },
    { op: 'replace', path: '/b/d~1e', value: 'y' },
    { op: 'add', path: '/new', value: {} },
  ])
})
