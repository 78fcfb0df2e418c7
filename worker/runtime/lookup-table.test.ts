import { expect, test } from 'vitest'
import { lookupTable } from './lookup-table.ts'

test('has the values of its own keys only', () => {
  const sizes = lookupTable({ small: 1, toString: 2 })
  expect([sizes['small'], sizes['toString']]).toEqual([1, 2])
  expect(['constructor', '__proto__', 'valueOf'].map((key) => sizes[key])).toEqual([undefined, undefined, undefined])
})
