import { RE2JS } from 're2js'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Json } from '../../api/json.ts'
import type { JsonSchema } from './json-schema.ts'
import { validateListTypes } from './list-types.ts'
import { schemaValidator } from './validation.ts'

const faults = (schema: JsonSchema, value: Json, old?: Json): string[] =>
  schemaValidator(schema)
    .validate(value, '', old)
    .map(({ field, message }) => `${field}: ${message}`)

const object = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
})

describe('schemaValidator', () => {
  it('checks types, and accepts null for a nullable type', () => {
    const schema = object({ i: { type: 'integer' }, n: { type: 'number' }, s: { type: 'string', nullable: true } })
    expect(faults(schema, { i: 1, n: 1, s: null })).toEqual([])
    expect(faults(schema, { i: 1.5, n: '1' })).toEqual([
      'i: Invalid value: "number": i in body must be of type integer: "number"',
      'n: Invalid value: "string": n in body must be of type number: "string"',
    ])
    expect(faults({ 'x-kubernetes-int-or-string': true }, true)).toHaveLength(1)
  })

  it('counts code points, not code units', () => {
    const schema: JsonSchema = { type: 'string', maxLength: 2, minLength: 2 }
    expect(faults(schema, '😀😀')).toEqual([])
    expect(faults(schema, '😀😀😀')).toEqual(['<nil>: Too long: may not be longer than 2'])
    expect(faults(schema, 'a')).toEqual(['<nil>: Invalid value: "a":  in body should be at least 2 chars long'])
  })

  it('reports missing required properties also for an object with too few properties', () => {
    const schema = object({ a: { type: 'string' } }, { minProperties: 2, required: ['a'] })
    expect(faults(schema, {})).toEqual([
      '<nil>: Invalid value: 0:  in body should have at least 2 properties',
      'a: Required value',
    ])
  })

  it('reports equal faults once', () => {
    const schema = object({}, { required: ['a'], allOf: [{ required: ['a'] }] })
    expect(faults(schema, {}).filter((fault) => fault === 'a: Required value')).toHaveLength(1)
  })

  it('converts the bounds of integers to integers', () => {
    expect(faults({ type: 'integer', maximum: 1.5 }, 2)).toEqual([
      '<nil>: Invalid value: 2:  in body should be less than or equal to 1',
    ])
    expect(faults({ type: 'integer', maximum: 2 ** 63 }, 2)).toEqual([
      '<nil>: Invalid value: 2:  in body should be less than or equal to -9223372036854775808',
    ])
    expect(faults({ type: 'integer', multipleOf: 0.5 }, 2)).toEqual([
      '<nil>: Invalid value: 0: factor MultipleOf declared for  must be positive: 0',
    ])
  })

  it('compares floats with integers of an enum without their fraction', () => {
    expect(faults({ type: 'number', enum: [1, 2] }, 1.5)).toEqual([])
    expect(faults({ type: 'number', enum: [1, 2] }, 3.5)).toHaveLength(1)
  })

  it('names the forbidden property', () => {
    const schema = object({ m: { type: 'object', additionalProperties: false } })
    expect(faults(schema, { m: { x: 1 } })).toEqual(['m: Invalid value: "x": m.x in body is a forbidden property'])
  })

  it('checks multiples by the division of floats', () => {
    expect(faults({ type: 'number', multipleOf: 0.1 }, 0.3)).toEqual([])
    expect(faults({ type: 'integer', multipleOf: 3 }, 4)).toEqual([
      '<nil>: Invalid value: 4:  in body should be a multiple of 3',
    ])
  })

  it('reports the failed alternative with the most passed checks', () => {
    const schema = object({ a: { type: 'string', oneOf: [{ minLength: 3 }, { pattern: '^a' }] } })
    expect(faults(schema, { a: 'b' })).toEqual([
      '<nil>: Invalid value: "": "a" must validate one and only one schema (oneOf). Found none valid',
      'a: Invalid value: "b": a in body should be at least 3 chars long',
    ])
    expect(faults(schema, { a: 'abc' })).toEqual([
      '<nil>: Invalid value: "": "a" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ])
  })

  it('reports missing required properties after faults of present ones', () => {
    expect(faults(object({ a: { type: 'string' } }, { required: ['b'] }), { a: 1 })).toEqual([
      'a: Invalid value: "integer": a in body must be of type string: "integer"',
      'b: Required value',
    ])
  })

  it('checks only the changed parts in an update', () => {
    const schema = object({ a: { type: 'string', maxLength: 1 }, b: { type: 'string', maxLength: 1 } })
    expect(faults(schema, { a: 'long', b: 'x' }, { a: 'long' })).toEqual([])
    expect(faults(schema, { a: 'long', b: 'xx' }, { a: 'long' })).toEqual(['b: Too long: may not be longer than 1'])
  })

  it('matches a pattern with nested repetition by an engine that does not backtrack', () => {
    const compiling = vi.spyOn(RE2JS, 'compile')
    onTestFinished(() => compiling.mockRestore())
    const schema: JsonSchema = { type: 'string', pattern: '^(a+)+$' }
    expect(faults(schema, `${'a'.repeat(5000)}!`)).toHaveLength(1)
    expect(compiling.mock.calls).toEqual([[schema.pattern]])
    expect(faults({ type: 'string', pattern: '(' }, 'x')[0]).toContain('but pattern is invalid')
  })
})

describe('validateListTypes', () => {
  it('reports each repeated item once', () => {
    const set: JsonSchema = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } }
    const errors = validateListTypes({ l: ['a', 'b', 'a', 'a'] }, object({ l: set }))
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual(['l[2]: Duplicate value: "a"'])
  })

  it('identifies items of a list map by their keys', () => {
    const map: JsonSchema = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: { type: 'object' },
    }
    const errors = validateListTypes([{ k: 1, v: 1 }, { k: 2 }, { k: 1 }], map, 'l')
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'l[2]: Duplicate value: map[string]interface {}{"k":1}',
    ])
  })
})
