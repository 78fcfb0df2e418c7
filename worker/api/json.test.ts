import { expect, it } from 'vitest'
import { copyJson, type JsonObject } from './json.ts'

it('copies nested values', () => {
  const original: JsonObject = { a: [{ b: 1n }, null], ['__proto__']: { c: '' }, d: undefined }
  const copy = copyJson(original)
  expect(copy).toEqual(original)
  expect(Object.keys(copy)).toEqual(Object.keys(original))
  const [first] = copy['a'] as JsonObject[]
  if (first !== undefined) first['b'] = 2
  expect(original['a']).toEqual([{ b: 1n }, null])
})
