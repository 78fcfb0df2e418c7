import { describe, expect, it } from 'vitest'
import { equalExcept, equalJson } from './json-values.ts'

describe('equalJson', () => {
  it('treats an undefined member as absent, and null as a value', () => {
    expect(equalJson({ a: 1, b: undefined }, { a: 1 })).toBe(true)
    expect(equalJson({ a: 1 }, { a: 1, b: undefined })).toBe(true)
    expect(equalJson({ a: null }, {})).toBe(false)
    expect(equalJson({}, { a: null })).toBe(false)
  })

  it('ignores the order of members, compares the order of items, and distinguishes a list from an object', () => {
    expect(equalJson({ a: [1, { b: 2 }], c: 'd' }, { c: 'd', a: [1n, { b: 2 }] })).toBe(true)
    expect(equalJson([1, 2], [2, 1])).toBe(false)
    expect(equalJson([], {})).toBe(false)
  })
})

describe('equalExcept', () => {
  it('ignores one member of the objects, not of nested objects', () => {
    expect(equalExcept('time', { time: 'a', name: 'n' }, { name: 'n' })).toBe(true)
    expect(equalExcept('time', { name: 'n' }, { name: 'n', time: 'b' })).toBe(true)
    expect(equalExcept('time', { in: { time: 'a' } }, { in: { time: 'b' } })).toBe(false)
    expect(equalExcept('time', { name: 'n' }, { name: 'n', more: 1 })).toBe(false)
  })
})
