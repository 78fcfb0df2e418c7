import { describe, expect, it } from 'vitest'
import { equalBut, equalJson } from './json-values.ts'

describe('equalJson', () => {
  it('takes an undefined member for none, and tells none from null', () => {
    expect(equalJson({ a: 1, b: undefined }, { a: 1 })).toBe(true)
    expect(equalJson({ a: 1 }, { a: 1, b: undefined })).toBe(true)
    expect(equalJson({ a: null }, {})).toBe(false)
    expect(equalJson({}, { a: null })).toBe(false)
  })

  it('does not mind the order of members, and does that of items', () => {
    expect(equalJson({ a: [1, { b: 2 }], c: 'd' }, { c: 'd', a: [1n, { b: 2 }] })).toBe(true)
    expect(equalJson([1, 2], [2, 1])).toBe(false)
    expect(equalJson([], {})).toBe(false)
  })
})

describe('equalBut', () => {
  it('leaves out one member of the objects themselves', () => {
    expect(equalBut('time', { time: 'a', name: 'n' }, { name: 'n' })).toBe(true)
    expect(equalBut('time', { name: 'n' }, { name: 'n', time: 'b' })).toBe(true)
    expect(equalBut('time', { in: { time: 'a' } }, { in: { time: 'b' } })).toBe(false)
    expect(equalBut('time', { name: 'n' }, { name: 'n', more: 1 })).toBe(false)
  })
})
