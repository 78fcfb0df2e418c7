import { expect, test } from 'vitest'
import type { ApiObject } from '../../worker/api/object.ts'
import { readCondition } from './wait-conditions.ts'

const meets = (condition: string, object: ApiObject): boolean => readCondition(condition)(object)
const ready = { type: 'Ready', status: 'True' }

test('ignores case when it compares the type and status of a condition', () => {
  expect(meets('condition=ready', { status: { conditions: [ready] } })).toBe(true)
  expect(meets('condition=Ready=FALSE', { status: { conditions: [ready] } })).toBe(false)
  expect(meets('condition=Ready', { metadata: { name: 'a' } })).toBe(false)
})

test('ignores a condition that was observed at an earlier generation', () => {
  const metadata = { generation: 2 }
  expect(meets('condition=Ready', { metadata, status: { observedGeneration: 1, conditions: [ready] } })).toBe(false)
  expect(
    meets('condition=Ready', { metadata, status: { observedGeneration: -(2n ** 60n), conditions: [ready] } }),
  ).toBe(false)
  expect(meets('condition=Ready', { metadata, status: { observedGeneration: 2, conditions: [ready] } })).toBe(true)
  const own = { ...ready, observedGeneration: 2 }
  expect(meets('condition=Ready', { metadata, status: { observedGeneration: 1, conditions: [own] } })).toBe(true)
})

test('refuses a status and conditions of other types', () => {
  expect(() => meets('condition=Ready', { status: { conditions: null } })).toThrow(
    '.status.conditions accessor error: <nil> is of the type <nil>, expected []interface{}',
  )
  expect(() => meets('condition=Ready', { status: 'x' })).toThrow(
    '.status.conditions accessor error: x is of the type string, expected map[string]interface{}',
  )
})

test('refuses a JSONPath with several results', () => {
  const object = { items: [{ a: 'x' }, { a: 'y' }] }
  expect(() => meets('jsonpath={.items[*].a}=x', object)).toThrow('matches more than one value')
  expect(meets('jsonpath={.items[0].a}=x', object)).toBe(true)
  expect(meets('jsonpath={.items[?(@.a=="z")].a}', object)).toBe(false)
})
