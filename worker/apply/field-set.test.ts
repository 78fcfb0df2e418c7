import { expect, it } from 'vitest'
import { covers, FieldSetBuilder, fieldSetOf, noFields, overlaps, parseFields, printFields } from './field-set.ts'

const own = fieldSetOf(['f:spec', 'f:replicas'], ['f:metadata', 'f:labels', 'f:app'], ['f:metadata', 'f:labels'])

it('covers a set when it or the additional set has every member', () => {
  expect(covers(own, fieldSetOf(['f:spec', 'f:replicas']))).toBe(true)
  expect(covers(own, noFields)).toBe(true)
  expect(covers(own, fieldSetOf(['f:spec']))).toBe(false)
  expect(covers(own, fieldSetOf(['f:metadata', 'f:labels', 'f:tier']))).toBe(false)
  const both = fieldSetOf(['f:spec', 'f:replicas'], ['f:metadata', 'f:uid'])
  expect(covers(own, both)).toBe(false)
  expect(covers(own, both, fieldSetOf(['f:metadata', 'f:uid']))).toBe(true)
})

it('overlaps with a set that has the same member, but not with a set that has only a parent of the member', () => {
  expect(overlaps(own, fieldSetOf(['f:spec', 'f:paused'], ['f:metadata', 'f:labels', 'f:app']))).toBe(true)
  expect(overlaps(own, fieldSetOf(['f:metadata']))).toBe(false)
  expect(overlaps(own, fieldSetOf(['f:metadata', 'f:labels']))).toBe(true)
  expect(overlaps(own, noFields)).toBe(false)
})

it('shares the members of paths that have ended, but not of other paths', () => {
  const builder = new FieldSetBuilder()
  const item = (name: string, ...fields: string[]): void => {
    const path = ['f:list', `k:{"name":"${name}"}`]
    for (const field of fields) builder.insert([...path, field])
    builder.insert(path)
    builder.end(path)
  }
  item('a', 'f:x', 'f:y')
  item('b', 'f:x', 'f:y')
  item('c', 'f:x')
  item('d', 'f:x')
  item('e')
  const set = builder.build()
  const below = (name: string) => set.get('f:list')?.children.get(`k:{"name":"${name}"}`)?.children
  expect(below('a')).toBe(below('b'))
  expect(below('c')).toBe(below('d'))
  expect(['a', 'c', 'e'].map((name) => [...(below(name)?.keys() ?? [])])).toEqual([['f:x', 'f:y'], ['f:x'], []])
  expect(set.get('f:list')?.children.get('k:{"name":"b"}')?.member).toBe(true)
})

it('is read back with rounded integers', () => {
  const set = fieldSetOf(['f:set', 'v:9007199254740993'])
  expect(printFields(set)).toEqual({ 'f:set': { 'v:9007199254740993': {} } })
  expect(printFields(parseFields(printFields(set)))).toEqual({ 'f:set': { 'v:9007199254740992': {} } })
  expect(parseFields(printFields(own))).toBe(own)
})
