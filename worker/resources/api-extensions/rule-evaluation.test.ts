import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import type { JsonSchema, ValidationRule } from '../../schema/custom/json-schema.ts'
import { expressionRules } from './rule-evaluation.ts'

const schemaOf = (...rules: ValidationRule[]): JsonSchema => ({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { min: { type: 'integer' }, max: { type: 'integer' }, name: { type: 'string' } },
      'x-kubernetes-validations': rules,
    },
  },
})

const object = (spec: Record<string, string | number>): ApiObject => ({ spec })

const errors = (rule: ValidationRule, own: ApiObject, old?: ApiObject): string[] =>
  (expressionRules(schemaOf(rule), false)?.(own, old) ?? []).map(({ field, message }) => `${field}: ${message}`)

describe('rules of a schema', () => {
  it('name the rule that failed', () => {
    const rule = { rule: 'self.min <= self.max' }
    expect(errors(rule, object({ min: 1, max: 2 }))).toEqual([])
    expect(errors(rule, object({ min: 3, max: 2 }))).toEqual([
      'spec: Invalid value: "object": failed rule: self.min <= self.max',
    ])
    expect(errors(rule, object({ min: 3 }))).toEqual([
      'spec: Invalid value: "object": no such key: max evaluating rule: self.min <= self.max',
    ])
  })

  it('find an object with a null unequal to itself, as the real server does', () => {
    const a: JsonSchema = { type: 'string', nullable: true }
    const schema: JsonSchema = {
      type: 'object',
      properties: { a },
      'x-kubernetes-validations': [{ rule: 'self == self' }],
    }
    const failed = (own: ApiObject): number => expressionRules(schema, false)?.(own, undefined).length ?? 0
    expect([{ a: 'x' }, {}, { a: null }].map(failed)).toEqual([0, 0, 1])
  })

  it('compare times outside the years 1 to 9999', () => {
    const time: JsonSchema = { type: 'string', format: 'date-time' }
    const rule = { rule: "self.at > timestamp('2000-01-01T00:00:00Z')" }
    const schema: JsonSchema = { type: 'object', properties: { at: time }, 'x-kubernetes-validations': [rule] }
    const failed = (at: string): number => expressionRules(schema, false)?.({ at }, undefined).length ?? 0
    expect(failed('9999-12-31T23:59:59-01:00')).toBe(0)
    expect(failed('0000-01-01T00:00:00Z')).toBe(1)
  })

  it('explain a time that the format accepts and Go does not', () => {
    const rule = { rule: 'string(self.at) == string(self.on)' }
    const properties = { at: { type: 'string', format: 'date-time' }, on: { type: 'string', format: 'date' } }
    const schema: JsonSchema = { type: 'object', properties, 'x-kubernetes-validations': [rule] }
    const fault = (at: string) =>
      String(expressionRules(schema, false)?.({ at, on: '0000-01-01' }, undefined)[0]?.message)
    const invalid = (at: string) => `Invalid date-time formatted string ${at}: parsing time "${at}"`
    expect(fault('0000-01-01T00:00:00Z')).toBe('undefined')
    expect(fault('2024-01-02T03:04:05z')).toContain(`${invalid('2024-01-02T03:04:05z')}: extra text: "z"`)
    expect(fault('2024-01-02t03:04:05Z')).toContain(
      `${invalid('2024-01-02t03:04:05Z')} as "2006-01-02T15:04:05": cannot parse "t03:04:05Z" as "T"`,
    )
  })

  it('report the message, reason and path of the rule', () => {
    const rule = {
      rule: 'self.min > 9',
      messageExpression: "'got ' + string(self.min)",
      reason: 'FieldValueForbidden',
      fieldPath: '.min',
    }
    expect(errors(rule, object({ min: 3 }))).toEqual(['spec.min: Forbidden: got 3'])
  })

  it('write keys of maps in brackets', () => {
    const map: JsonSchema = { type: 'object', additionalProperties: { type: 'integer' } }
    const rule = { rule: 'false', message: 'no' }
    const schema: JsonSchema = {
      type: 'object',
      properties: { map: { ...map, 'x-kubernetes-validations': [{ ...rule, fieldPath: '.a' }] } },
      'x-kubernetes-validations': [{ ...rule, fieldPath: ".map['b.c']" }],
    }
    const fields = (expressionRules(schema, false)?.({ map: { a: 1 } }, undefined) ?? []).map(({ field }) => field)
    expect(fields).toEqual(['map[b.c]', 'map.[a]'])
  })

  it('evaluate transition rules on updates only', () => {
    const rule = { rule: 'self.name == oldSelf.name', message: 'is fixed' }
    expect(errors(rule, object({ name: 'b' }))).toEqual([])
    expect(errors(rule, object({ name: 'b' }), object({ name: 'a' }))).toEqual([
      'spec: Invalid value: "object": is fixed',
    ])
  })

  it('pass the faults of unchanged values to `tolerate` when it is given', () => {
    const check = expressionRules(schemaOf({ rule: 'self.min > 9', message: 'small' }), true)
    const tolerated: string[] = []
    const tolerate = ({ field, message }: { field: string; message: string }) =>
      void tolerated.push(`${field}: ${message}`)
    const [one, two] = [object({ min: 1 }), object({ min: 2 })]
    expect(check?.(one, one, tolerate)).toEqual([])
    expect(tolerated).toEqual(['spec: Invalid value: "object": small'])
    expect(check?.(two, one, tolerate)).toHaveLength(1)
    expect(check?.(one, one)).toHaveLength(1)
  })

  it('are undefined for a schema without rules', () => {
    expect(expressionRules({ type: 'object' }, false)).toBeUndefined()
  })
})
