import { describe, expect, it } from 'vitest'
import { isObject, type Json, type JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { Field, Schema, StructSchema } from '../schema/schema.ts'
import { extractApplied } from './extract.ts'
import type { FieldSet } from './field-set.ts'
import {
  difference,
  equalSets,
  fieldSetOf,
  intersection,
  isEmpty,
  parseFields,
  printFields,
  recursiveDifference,
  union,
} from './field-set.ts'
import type { OwnershipRules } from './ownership-rules.ts'
import { mergeTypeOf } from './merge-type.ts'
import { serverSideApply } from './server-side-apply.ts'
import { fieldsOfConfig, setFromObject } from './set-from-object.ts'
import { compareTyped } from './typed-compare.ts'
import { mergeTyped } from './typed-merge.ts'
import { validateTyped } from './typed-validate.ts'

/** Random numbers from a seed, the same in every run. */
class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** An integer from 0 to `sides` - 1. */
  roll(sides: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * sides)
  }

  pick<T>(...choices: [T, ...T[]]): T {
    return choices[this.roll(choices.length)] ?? choices[0]
  }
}

const text: Schema = { type: 'scalar', kind: 'string' }

function generateSchema(dice: Dice, depth: number): Schema {
  if (depth === 0) return text
  const inner = (): Schema => generateSchema(dice, depth - 1)
  switch (dice.roll(7)) {
    case 0:
      return { type: 'map', values: inner(), atomic: dice.roll(4) === 0 }
    case 1:
      return { type: 'list', items: text, listType: dice.pick('set', 'atomic') }
    case 2:
    case 3:
      return { type: 'list', items: generateStruct(dice, depth - 1, true), listType: 'map', keys: ['id'] }
    case 4:
      return { type: 'untyped' }
    default:
      return generateStruct(dice, depth - 1, dice.roll(2) === 0)
  }
}

function generateStruct(dice: Dice, depth: number, keyed: boolean): StructSchema {
  const fields = new Map<string, Field>()
  if (keyed) fields.set('id', { schema: text })
  for (const name of ['p', 'q', 'r']) fields.set(name, { schema: generateSchema(dice, depth) })
  return { type: 'struct', fields, atomic: depth < 2 && dice.roll(6) === 0 }
}

function generate(dice: Dice, schema: Schema): Json {
  const some = <T>(...all: T[]): T[] => all.filter(() => dice.roll(2) === 0)
  switch (schema.type) {
    case 'struct': {
      const out: JsonObject = {}
      for (const [name, field] of schema.fields) if (dice.roll(3) > 0) out[name] = generate(dice, field.schema)
      return out
    }
    case 'map':
      return Object.fromEntries(some('a', 'b', 'c').map((key) => [key, generate(dice, schema.values)]))
    case 'list':
      // Never empty: a field set does not record an empty associative list.
      if (schema.listType !== 'map') return ['w', ...some('x', 'y', 'z')]
      return ['0', ...some('1', '2', '3')].map((id) => ({ ...(generate(dice, schema.items) as JsonObject), id }))
    case 'untyped':
      return dice.pick<Json>('u', 1, ['v'], { w: { x: 'y' } })
    case 'scalar':
      return dice.pick('s', 't')
  }
}

const rounds = 300
const kind = { group: 'e.io', version: 'v1', kind: 'Thing' }

function thing(dice: Dice): { rules: OwnershipRules; object: () => ApiObject } {
  const spec = generateStruct(dice, 3, false)
  const plain: Field = { schema: text }
  const schema: StructSchema = {
    type: 'struct',
    fields: new Map<string, Field>([
      ['apiVersion', plain],
      ['kind', plain],
      ['metadata', { schema: { type: 'untyped' } }],
      ['spec', { schema: { ...spec, atomic: false } }],
    ]),
  }
  const object = (): ApiObject => ({ apiVersion: 'e.io/v1', kind: 'Thing', spec: generate(dice, spec) })
  return { rules: { schema, kind, subresource: '' }, object }
}

/** The value, sometimes with a part of another kind or with a repeated item. */
function broken(dice: Dice, value: Json): Json {
  if (dice.roll(20) === 0) return dice.pick<Json>(1, 'text', true, null, [], {})
  if (Array.isArray(value)) {
    const items = value.map((item) => broken(dice, item))
    const [first] = items
    return first !== undefined && dice.roll(10) === 0 ? [...items, first] : items
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, broken(dice, item ?? null)]))
}

function thrownBy(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return String(error)
  }
}

describe('on generated schemas and objects', () => {
  const each = (test: (dice: Dice) => void): void => {
    for (let seed = 1; seed <= rounds; seed++) test(new Dice(seed * 7919))
  }

  it('field sets obey the laws of sets and survive their JSON form', () => {
    each((dice) => {
      const schema = generateSchema(dice, 4)
      const set = (): FieldSet => setFromObject(mergeTypeOf(schema), generate(dice, schema))
      const [a, b, c] = [set(), set(), set()]
      const isSame = (x: FieldSet, y: FieldSet): void =>
        expect(equalSets(x, y), JSON.stringify([printFields(x), printFields(y)])).toBe(true)
      isSame(union(a, b), union(b, a))
      isSame(union(a, union(b, c)), union(union(a, b), c))
      isSame(intersection(a, b), intersection(b, a))
      isSame(union(difference(a, b), intersection(a, b)), a)
      isSame(difference(union(a, b), b), difference(a, b))
      expect(isEmpty(intersection(difference(a, b), b))).toBe(true)
      expect(isEmpty(difference(recursiveDifference(a, b), difference(a, b)))).toBe(true)
      isSame(union(a, a), a)
      isSame(union(a, fieldSetOf()), a)
      isSame(parseFields(JSON.parse(JSON.stringify(printFields(a))) as JsonObject), a)
    })
  })

  it('merging again changes nothing, and a comparison with itself is empty', () => {
    each((dice) => {
      const schema = generateStruct(dice, 4, false)
      const type = mergeTypeOf({ ...schema, atomic: false })
      const [live, config] = [generate(dice, schema), generate(dice, schema)]
      const merged = mergeTyped(type, live, config)
      expect(mergeTyped(type, merged, config)).toEqual(merged)
      const copy = structuredClone(merged)
      const { added, modified, removed } = compareTyped(type, merged, copy)
      expect([added, modified, removed].every(isEmpty)).toBe(true)
    })
  })

  it('fieldsOfConfig equals the uncached check and field set', () => {
    each((dice) => {
      const schema = generateStruct(dice, 4, false)
      const type = mergeTypeOf({ ...schema, atomic: false })
      for (let i = 0; i < 4; i++) {
        const config = broken(dice, generate(dice, schema))
        if (!isObject(config)) continue
        const copy = structuredClone(config)
        const fault = thrownBy(() => validateTyped(type, copy))
        expect(thrownBy(() => fieldsOfConfig(type, config))).toBe(fault)
        if (fault === undefined) {
          expect(equalSets(fieldsOfConfig(type, config), setFromObject(type, copy)), JSON.stringify(config)).toBe(true)
        }
      }
    })
  })

  it('an apply is idempotent, and a forced one contains its configuration', () => {
    each((dice) => {
      const { rules, object } = thing(dice)
      const apply = (live: ApiObject | undefined, config: ApiObject, manager: string) =>
        serverSideApply(rules, { live, config, manager, time: '2024-01-01T00:00:00Z', force: true })
      const first = apply(undefined, object(), 'one').object
      const config = object()
      const { object: second } = apply(first, config, 'two')
      const again = apply(second, config, 'two')
      expect(again.changed).toBe(false)
      expect(again.object).toEqual(second)
      const type = mergeTypeOf(rules.schema)
      const { metadata: _, ...bare } = second
      expect(mergeTyped(type, bare, config)).toEqual(bare)
    })
  })

  it('extractApplied returns the applied configuration', () => {
    each((dice) => {
      const { rules, object } = thing(dice)
      const apply = (live: ApiObject | undefined, config: ApiObject, manager: string): ApiObject =>
        serverSideApply(rules, { live, config, manager, time: '2024-01-01T00:00:00Z', force: true }).object
      const config = object()
      const live = apply(apply(apply(undefined, object(), 'one'), config, 'two'), config, 'three')
      const type = mergeTypeOf(rules.schema)
      const { metadata: _, ...extracted } = extractApplied(rules, live, 'two') ?? {}
      expect(printFields(setFromObject(type, extracted))).toEqual(printFields(setFromObject(type, config)))
      expect(mergeTyped(type, config, extracted)).toEqual(config)
      expect(apply(live, extracted, 'two')).toEqual(live)
    })
  })

  it('an apply removes fields that only its manager owned and now omits', () => {
    each((dice) => {
      const { rules, object } = thing(dice)
      const apply = (live: ApiObject | undefined, config: ApiObject): ApiObject =>
        serverSideApply(rules, { live, config, manager: 'm', time: '2024-01-01T00:00:00Z', force: false }).object
      const config = object()
      const { metadata: _, ...left } = apply(apply(undefined, object()), config)
      const { metadata: __, ...fresh } = apply(undefined, config)
      const type = mergeTypeOf(rules.schema)
      expect(printFields(setFromObject(type, left))).toEqual(printFields(setFromObject(type, fresh)))
    })
  })
})
