import { describe, expect, it } from 'vitest'
import { immutableAs, immutableText, keptOr, shownOrNull } from './immutability.ts'
import { errorsOf } from './rules-fixture.ts'
import { immutableByFlag } from './immutable-flag.ts'

describe('immutable fields', () => {
  it('refuse a changed text, and treat an absent one as empty', () => {
    expect(errorsOf(immutableText, 'a', 'a')).toEqual([])
    expect(errorsOf(immutableText, '', null)).toEqual([])
    expect(errorsOf(immutableText, 'b', 'a')).toEqual(['x: Invalid value: "b": field is immutable'])
    expect(errorsOf(immutableText, null, 'a')).toEqual(['x: Invalid value: "": field is immutable'])
  })

  it('accept every value on create', () => expect(errorsOf(immutableText, 'a')).toEqual([]))

  it('print values in the given form', () => {
    const rule = immutableAs(shownOrNull(() => 'struct{}'))
    expect(errorsOf(rule, { a: 1 }, { a: 2 })).toEqual(['x: Invalid value: struct{}: field is immutable'])
    expect(errorsOf(rule, null, { a: 2 })).toEqual(['x: Invalid value: "null": field is immutable'])
    expect(errorsOf(keptOr('no.'), 1, 2)).toEqual(['x: Forbidden: no.'])
  })
})

describe('objects with immutable set', () => {
  const text = 'Forbidden: field is immutable when `immutable` is set'
  it('refuse a change of the flag and of the given fields', () => {
    const old = { immutable: true, data: { a: 'b' } }
    expect(errorsOf(immutableByFlag('data'), { ...old }, old)).toEqual([])
    expect(errorsOf(immutableByFlag('data'), { data: {} }, old)).toEqual([`x.immutable: ${text}`, `x.data: ${text}`])
    expect(errorsOf(immutableByFlag('data'), { data: {} }, { data: { a: 'b' } })).toEqual([])
  })
})
