import { describe, expect, it } from 'vitest'
import { customSwagger } from './custom-swagger.ts'

describe('customSwagger', () => {
  it('writes a schema that preserves unknown fields at the root as a bare object', () => {
    const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: {} } }
    expect(customSwagger({ ...schema, 'x-kubernetes-group-version-kind': [] })).toEqual({
      type: 'object',
      'x-kubernetes-group-version-kind': [],
    })
  })

  it('removes the type and the fields of nullable parts, which are not required', () => {
    const a = { type: 'object', nullable: true, properties: { b: { type: 'string' } } }
    const schema = { type: 'object', required: ['a'], properties: { a } }
    expect(customSwagger(schema)).toEqual({ type: 'object', properties: { a: {} } })
  })

  it('removes the type and the fields of parts that preserve unknown fields', () => {
    const marked = { 'x-kubernetes-preserve-unknown-fields': true }
    const a = { type: 'object', ...marked, properties: { b: { type: 'string' } } }
    const l = { type: 'array', ...marked, items: { type: 'string' } }
    expect(customSwagger({ type: 'object', properties: { a, l } })).toEqual({
      type: 'object',
      properties: { a: marked, l: marked },
    })
  })

  it('removes the type of lists without items, and the keywords that OpenAPI v2 lacks', () => {
    const l = { type: 'array' }
    const s = { type: 'string', anyOf: [{ minLength: 1 }], not: { enum: ['x'] } }
    expect(customSwagger({ type: 'object', properties: { l, s } })).toEqual({
      type: 'object',
      properties: { l: {}, s: { type: 'string' } },
    })
  })
})
