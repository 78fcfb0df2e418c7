import { expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { stringifyJson } from '../codec/encode.ts'
import { ByteOrderedMap } from './byte-ordered-map.ts'

it('is written in byte order, with a key named __proto__', () => {
  const map = JSON.parse('{"9":"b","10":"a","__proto__":{"x":"c"},"a":"d"}') as JsonObject
  const ordered = new ByteOrderedMap(map)
  expect(ordered).toBeInstanceOf(ByteOrderedMap)
  expect(stringifyJson(ordered)).toBe('{"10":"a","9":"b","__proto__":{"x":"c"},"a":"d"}')
})
