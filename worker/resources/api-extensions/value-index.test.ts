import { growth, LINEAR } from '../../../tests/counted-work.ts'
import { expect, it } from 'vitest'
import { Double, Uint, type Value } from '../../cel/values.ts'
import type { JsonSchema } from '../../schema/custom/json-schema.ts'
import { typedValue } from './typed-values.ts'
import { digest, ValueIndex } from './value-index.ts'

it('finds equal values, even of other numeric types', () => {
  const index = new ValueIndex(['a', 1, true, null])
  expect(['a', new Double(1), new Uint(1n), true, null].map((value) => index.has(value))).toEqual(Array(5).fill(true))
  expect(['b', 2, false].map((value) => index.has(value))).toEqual([false, false, false])
  expect(index.placeOf(1)).toBe(1)
})

it('distinguishes values with the same digest', () => {
  const beyond = 2n ** 60n
  expect(digest(beyond)).toBe(digest(beyond + 1n))
  expect(new ValueIndex([beyond]).has(beyond + 1n)).toBe(false)
})

const asSet: JsonSchema = { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' }
const asMap: JsonSchema = {
  type: 'array',
  items: { type: 'object', properties: { name: { type: 'string' }, at: { type: 'integer' } } },
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
}
interface Comparable {
  readonly size: number
  equals(other: Value): boolean
  concat(other: Value): { readonly size: number }
}
const listOf = (items: readonly string[], schema: JsonSchema): Value & Comparable =>
  typedValue(schema === asSet ? [...items] : items.map((name, at) => ({ name, at: at % 2 })), schema) as Value &
    Comparable

it.each([
  ['a set', asSet],
  ['a list with keys', asMap],
])('compares and joins %s in linear time', async (_, schema) => {
  const compareAndJoin = (count: number): void => {
    const texts = Array.from({ length: count }, (_item, i) => `item-${i}`)
    const list = listOf(texts, schema)
    expect(list.equals(listOf([...texts].reverse(), schema))).toBe(schema === asSet)
    expect(list.concat(listOf(['item-7', 'more'], schema)).size).toBe(count + 1)
  }
  expect(await growth(compareAndJoin, { small: 1000, large: 8000 })).toBeLessThan(LINEAR)
})
