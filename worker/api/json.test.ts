import { expect, it } from 'vitest'
import { assignMembers, copyJson, objectOrEmpty, objectsIn, stringsIn, type JsonObject } from './json.ts'

it('copies nested values', () => {
  const original: JsonObject = { a: [{ b: 1n }, null], ['__proto__']: { c: '' }, d: undefined }
  const copy = copyJson(original)
  expect(copy).toEqual(original)
  expect(Object.keys(copy)).toEqual(Object.keys(original))
  const [first] = copy['a'] as JsonObject[]
  if (first !== undefined) first['b'] = 2
  expect(original['a']).toEqual([{ b: 1n }, null])
})

it('reads the items of the wanted type from a list, and nothing from other values', () => {
  expect(stringsIn(['a', 1, null, 'b'])).toEqual(['a', 'b'])
  expect(objectsIn([{ a: 1 }, [], 'b', null])).toEqual([{ a: 1 }])
  for (const other of [undefined, null, 'a', 1]) {
    expect(stringsIn(other)).toEqual([])
    expect(objectsIn(other)).toEqual([])
    expect(objectOrEmpty(other)).toEqual({})
  }
  expect(objectOrEmpty([])).toEqual({})
})

it('assigns members, also one named __proto__', () => {
  const source = JSON.parse('{"__proto__":{"a":1},"b":2}') as JsonObject
  const target = assignMembers({ b: 1, c: 3 }, source)
  expect(Object.getPrototypeOf(target)).toBe(Object.prototype)
  expect(Object.entries(target)).toEqual([
    ['b', 2],
    ['c', 3],
    ['__proto__', { a: 1 }],
  ])
})
