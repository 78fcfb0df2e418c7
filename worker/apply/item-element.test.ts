import { expect, test } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { itemElement } from './item-element.ts'
import type { MergeList } from './merge-type.ts'

const listOf = (...keys: string[]): MergeList => ({ associative: true, keys, items: {} })

test('an item has the identity that each list gives it', () => {
  const item: JsonObject = { name: 'http', port: 80 }
  const [byName, byPort] = [listOf('name'), listOf('port')]
  for (const _ of [1, 2]) {
    expect(itemElement(byName, item)).toBe('k:{"name":"http"}')
    expect(itemElement(byPort, item)).toBe('k:{"port":80}')
  }
})

test('an item without a key is refused each time', () => {
  const item: JsonObject = { port: 80 }
  for (const _ of [1, 2]) expect(() => itemElement(listOf('name'), item)).toThrow('omits key field "name"')
})

test('more items than are remembered keep their identities', () => {
  const list = listOf('name')
  const items = Array.from({ length: 70_000 }, (_, i): JsonObject => ({ name: String(i) }))
  const wrong = (): JsonObject[] => items.filter((item, i) => itemElement(list, item) !== `k:{"name":"${i}"}`)
  expect(wrong()).toEqual([])
  expect(wrong()).toEqual([])
})
