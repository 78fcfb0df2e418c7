import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noteEmpty } from '../api/given-empty.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { equalJson } from '../patch/json-values.ts'
import { formOf, hasForm, openingsOf, renamed, type FoundName } from './part-form.ts'

const key = fc.constantFrom('a', 'b', '__proto__', 'constructor', '1', 'name')
const scalar = fc.oneof(fc.constantFrom<Json>('x-1', 'x-2', '', 0, 1, true, null, 9007199254740993n), fc.string())
const { value: anyValue } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 3 }).map((entries): Json => Object.fromEntries(entries)),
  ),
}))

describe('the form of a part', () => {
  it('fits a value exactly when both have the same keys and values', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (a, b) => {
        const form = formOf(a, undefined)
        if (form === undefined) throw new Error('a value without notes has a form')
        expect(hasForm(form, structuredClone(a), { name: undefined })).toBe(true)
        if (hasForm(form, b, { name: undefined })) expect(equalJson(a, b)).toBe(true)
      }),
    )
  })

  it('leaves the places of one name open, and requires the same text at all of them', () => {
    const part = (first: string, second: string): JsonObject => ({ v: [{ name: first }], c: { mount: second, x: 'y' } })
    const form = formOf(part('x-1', 'x-1'), 'x-1')
    if (form === undefined) throw new Error('a value without notes has a form')
    const found: FoundName = { name: undefined }
    expect(hasForm(form, part('x-2', 'x-2'), found)).toBe(true)
    expect(found.name).toBe('x-2')
    expect(hasForm(form, part('x-2', 'x-1'), { name: undefined })).toBe(false)
    expect(hasForm(form, { ...part('x-2', 'x-2'), more: 1 }, { name: undefined })).toBe(false)
    expect(hasForm(form, { v: [{ name: 1 }], c: { mount: 1, x: 'y' } }, { name: undefined })).toBe(false)
  })

  it('does not exist for a part with empty values that only the document shows', () => {
    const inner: JsonObject = {}
    noteEmpty(inner, 'list', [])
    expect(formOf({ inner }, undefined)).toBeUndefined()
    const form = formOf({ inner: {} }, undefined)
    expect(form !== undefined && hasForm(form, { inner }, { name: undefined })).toBe(false)
  })
})

it('renamed copies the path to each place of the name and shares the rest', () => {
  const part = { v: [{ name: 'x-1', other: { y: 1 } }], kept: { z: 2 } }
  const copy = renamed(part, openingsOf(part, 'x-1'), 'x-2')
  expect(copy).toEqual({ v: [{ name: 'x-2', other: { y: 1 } }], kept: { z: 2 } })
  expect(copy['kept']).toBe(part.kept)
  expect(part.v[0]?.name).toBe('x-1')
})
