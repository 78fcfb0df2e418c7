import { expect, it } from 'vitest'
import { headerPairs } from './header-pairs.ts'

it('makes a pair for each value of a header', () => {
  expect(headerPairs({ Accept: 'application/json', 'Impersonate-Group': ['dev', 'ops'] })).toEqual([
    ['Accept', 'application/json'],
    ['Impersonate-Group', 'dev'],
    ['Impersonate-Group', 'ops'],
  ])
})
