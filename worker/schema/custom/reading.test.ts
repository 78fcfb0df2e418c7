import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dropNulls, fillDefaults } from './defaulting.ts'
import { coerceEmbedded, validateEmbedded } from './embedded.ts'
import { formats } from './formats.ts'
import type { JsonSchema } from './json-schema.ts'
import { prune } from './pruning.ts'
import { structuralType } from './structural.ts'

const root = (spec: JsonSchema): JsonSchema => ({ type: 'object', properties: { spec } })

describe('prune', () => {
  it('drops undeclared fields and collects their paths', () => {
    const schema = root({ type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } })
    const dropped: string[] = []
    expect(prune({ kind: 'K', spec: [{ a: 'x', b: 1 }], top: 1 }, schema, dropped)).toEqual({
      kind: 'K',
      spec: [{ a: 'x' }],
    })
    expect(dropped).toEqual(['spec[0].b', 'top'])
  })

  it('preserves unknown fields, but prunes declared fields beside them', () => {
    const known: JsonSchema = { type: 'object', properties: { a: { type: 'string' } } }
    const schema = root({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { known } })
    const object = { spec: { any: { x: [null] }, known: { a: '1', b: 2 } } }
    expect(prune(object, schema)).toEqual({ spec: { any: { x: [null] }, known: { a: '1' } } })
  })

  it('keeps the unknown fields of items in a list that preserves them', () => {
    const items: JsonSchema = {
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { type: 'string' } } } },
    }
    const schema = root({ type: 'array', 'x-kubernetes-preserve-unknown-fields': true, items })
    const object = { spec: [{ a: { b: '1', c: 2 }, x: { y: 1 } }] }
    expect(prune(object, schema)).toEqual({ spec: [{ a: { b: '1' }, x: { y: 1 } }] })
  })

  it('treats inherited names as undeclared', () => {
    const object = JSON.parse('{"spec":{"constructor":1,"__proto__":{"x":1}}}') as JsonObject
    expect(prune(object, root({ type: 'object', properties: {} }))).toEqual({ spec: {} })
  })

  it('converts integers beyond 64 bits to floats', () => {
    const schema = root({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true })
    expect(prune({ spec: { n: 2n ** 63n, m: 2n ** 63n - 1n } }, schema)).toEqual({
      spec: { n: 2 ** 63, m: 2n ** 63n - 1n },
    })
  })
})

describe('defaults', () => {
  const schema = root({
    type: 'object',
    properties: {
      a: { type: 'string', default: 'd' },
      n: { type: 'string', nullable: true, default: 'd' },
      o: { type: 'object', properties: { x: { type: 'integer', default: 5 } } },
      m: {
        type: 'object',
        additionalProperties: { type: 'object', properties: { q: { type: 'string', default: 'dq' } } },
      },
    },
  })

  it('fill missing fields and nulls that are not allowed, at every level', () => {
    const object: JsonObject = { spec: { a: null, n: null, o: {}, m: { k: {} } } }
    dropNulls(object, schema)
    fillDefaults(object, schema)
    expect(object).toEqual({ spec: { a: 'd', n: null, o: { x: 5 }, m: { k: { q: 'dq' } } } })
  })

  it('do not create a missing parent', () => {
    const object: JsonObject = {}
    fillDefaults(object, schema)
    expect(object).toEqual({})
  })
})

describe('embedded objects', () => {
  const schema = root({
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  })

  it('have canonical metadata, and the dropped fields are reported', () => {
    const object: JsonObject = { spec: { kind: 'K', metadata: { name: 'x', bogus: 1, creationTimestamp: null } } }
    const dropped: string[] = []
    coerceEmbedded(object, schema, { dropped })
    expect(object).toEqual({ spec: { kind: 'K', metadata: { name: 'x' } } })
    expect(dropped).toEqual(['spec.metadata.bogus'])
  })

  it('need apiVersion and kind', () => {
    const errors = validateEmbedded({ spec: { apiVersion: '' } }, schema, { metadataRule: () => [] })
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'spec.kind: Required value: must not be empty',
      'spec.apiVersion: Invalid value: "": must not be empty',
    ])
  })

  it('refuse null as a type, which the message shows as a text', () => {
    const refuse = (): void => coerceEmbedded({ spec: { apiVersion: null } }, schema)
    expect(refuse).toThrow('spec.apiVersion: Invalid value: "null": must be a string')
  })
})

describe('formats', () => {
  it.each([
    ['date-time', '2020-01-01T00:00:00.5+02:00', '2020-13-01T00:00:00Z'],
    ['date', '2020-02-29', '2021-02-29'],
    ['ipv4', '01.2.3.4', '1.2.3'],
    ['ipv6', '1::2', '1::2::3'],
    ['cidr', '10.0.0.0/8', '10.0.0.0/33'],
    ['mac', '01:23:45:67:89:ab', '01:23:45:67:89'],
    ['uri', 'https://example.com/a?b', 'example.com'],
    ['email', 'A B <a@b.c>', 'a@b.c\n'],
    ['ipv4', '::ffff:1.2.3.4', '::1'],
    ['ipv6', '::1.2.3.4', '::01.2.3.4'],
    ['mac', '00005e005301', '00005e0053'],
    ['duration', '2 wk', '1h 99999999999999999999s'],
    ['creditcard', '4111-1111-1111-1111', '2223000048400011'],
    ['hostname', 'a-b.example.com', '-a'],
    ['isbn', '978-3-16-148410-0', '978-3-16-148410-1'],
    ['creditcard', '4111 1111 1111 1111', '4111 1111 1111 1112'],
    ['rgbcolor', 'rgb(1, 2, 255)', 'rgb(1,2,256)'],
    ['byte', 'YWJj', ''],
    ['duration', '5 days', 'x'],
    ['uuid4', '123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ])('%s accepts %j and refuses %j', (format, good, bad) => {
    expect(formats.get(format)?.(good)).toBe(true)
    expect(formats.get(format)?.(bad)).toBe(false)
  })
})

describe('structuralType', () => {
  it('takes any value for an int-or-string, which validation checks', () => {
    const type = structuralType({ type: 'object', properties: { a: { 'x-kubernetes-int-or-string': true } } })
    expect(type.fields.get('a')?.schema).toEqual({ type: 'untyped' })
  })

  it.each([
    ['byte', false],
    ['', false],
    ['date-time', true],
    ['uuid', true],
    ['unknown', true],
  ])('reads a text of the format %j as a scalar with the mark `formatted`: %j', (format, formatted) => {
    const type = structuralType({ type: 'object', properties: { a: { type: 'string', format } } })
    expect(type.fields.get('a')?.schema).toEqual({ type: 'scalar', kind: 'string', ...(formatted && { formatted }) })
  })

  it.each<[string, JsonSchema]>([
    ['list', { type: 'array', items: { type: 'object', properties: { k: { type: 'string' } } } }],
    ['map', { type: 'object', additionalProperties: { type: 'object', properties: { k: { type: 'string' } } } }],
  ])('preserves unknown fields inside of a %s that preserves them', (_kind, schema) => {
    const type = structuralType(root({ ...schema, 'x-kubernetes-preserve-unknown-fields': true }))
    const spec = type.fields.get('spec')?.schema
    expect(spec).toMatchObject(
      spec?.type === 'list' ? { items: { preserveUnknown: true } } : { values: { preserveUnknown: true } },
    )
  })

  it('has the merge markers of the OpenAPI schema', () => {
    const type = structuralType(
      root({
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: { type: 'object', properties: { k: { type: 'string', default: 'd' } } },
      }),
    )
    const list = type.fields.get('spec')?.schema
    if (list?.type !== 'list' || list.items.type !== 'struct') throw new Error('spec is a list of objects')
    expect(list.listType).toBe('map')
    expect(list.keys).toEqual(['k'])
    expect(list.items.fields.get('k')?.default).toBe('d')
    expect(type.fields.get('metadata')?.schema).toMatchObject({ type: 'struct' })
  })
})
