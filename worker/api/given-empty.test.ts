import { expect, it } from 'vitest'
import { asGiven, noteEmpty } from './given-empty.ts'

it('gives the empty value that decoding omitted', () => {
  const holder = { a: 1 }
  noteEmpty(holder, 'list', [])
  expect(asGiven(holder, 'list')).toEqual([])
  expect(asGiven(holder, 'a')).toBe(1)
  expect(asGiven(holder, 'other')).toBeUndefined()
})

it('ignores inherited members', () => {
  const holder = {}
  noteEmpty(holder, 'list', [])
  for (const name of ['constructor', '__proto__', 'toString']) expect(asGiven(holder, name)).toBeUndefined()
})
