import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import { noteEmpty } from '../../api/given-empty.ts'
import { dialects } from '../../dialect/dialect.ts'
import { definitionRules } from './definition-rules.ts'

const rules = definitionRules(dialects.svc)

const definition = (schema: JsonObject, more: JsonObject = {}, version: JsonObject = {}): JsonObject => ({
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version }],
    conversion: { strategy: 'None' },
    ...more,
  },
  status: { storedVersions: ['v1'] },
})

const errors = (object: JsonObject): string[] =>
  rules.create(object).map(({ field, message }) => `${field}: ${message}`)
const S = 'spec.validation.openAPIV3Schema'
const inSpec = (a: JsonObject): JsonObject => ({
  type: 'object',
  properties: { spec: { type: 'object', properties: { a } } },
})
const A = `${S}.properties[spec].properties[a]`
const ANY = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

describe('rules of definitions', () => {
  it('accept a valid definition', () => {
    expect(errors(definition(inSpec({ type: 'string', default: 'x' })))).toEqual([])
  })

  it('require a structural schema, and accept the alternatives of an int-or-string', () => {
    expect(errors(definition(inSpec({ anyOf: [{ type: 'string' }] })))).toEqual([
      `${A}.anyOf[0].type: Forbidden: must be empty to be structural`,
      `${A}.type: Required value: must not be empty for specified object fields`,
    ])
    const either = { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }
    expect(errors(definition(inSpec(either)))).toEqual([])
    expect(errors(definition(inSpec({ type: 'string', anyOf: either.anyOf })))).toEqual([])
    expect(errors(definition(inSpec({ type: 'string', allOf: [{ anyOf: either.anyOf }] })))).toEqual([])
  })

  it.each(['enum', 'allOf', 'patternProperties', 'dependencies'])(
    'refuse an empty %s at the root when the status subresource is enabled',
    (name) => {
      const schema: JsonObject = { type: 'object' }
      noteEmpty(schema, name, name.endsWith('s') ? {} : [])
      const found = errors(definition(schema, {}, { subresources: { status: {} } }))
      expect(found[0]).toContain('fields are allowed at the root of the schema if the status subresource is enabled')
      expect(found.slice(1)).toEqual(
        name === 'dependencies' ? [`${S}.dependencies: Forbidden: dependencies is not supported`] : [],
      )
    },
  )

  it('require defaults that are valid against the schema', () => {
    expect(errors(definition(inSpec({ type: 'object', default: { b: 1 } })))).toEqual([
      `${A}.default: Invalid value: map[string]interface {}{"b":1}: must not have unknown fields`,
    ])
    expect(errors(definition(inSpec({ type: 'integer', default: 'x' })))[0]).toContain('must be of type integer')
  })

  it('report the second of two storage versions with the same name', () => {
    const twice = definition(ANY)
    const spec = twice['spec'] as JsonObject
    spec['versions'] = [...(spec['versions'] as JsonObject[]), ...(spec['versions'] as JsonObject[])]
    expect(errors(twice)).toContainEqual(
      'status.storedVersions: Invalid value: []string{"v1"}: must have the storage version v1',
    )
  })

  it('require the keys of a list to be declared and required', () => {
    const list = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k', 'none'],
      items: { type: 'object', properties: { k: { type: 'string' } } },
    }
    expect(errors(definition(inSpec(list)))).toEqual([
      `${A}.x-kubernetes-list-map-keys: Invalid value: []string{"k", "none"}: entries must all be names of item properties`,
      `${A}.items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property`,
    ])
  })

  it('name the version in the path of an error when versions differ', () => {
    const second = { name: 'v2', served: true, storage: false, schema: { openAPIV3Schema: { type: 'string' } } }
    const one = definition(ANY)
    const { versions } = one['spec'] as { versions: JsonObject[] }
    versions.push(second)
    expect(errors(one)).toEqual([
      'spec.versions[1].schema.openAPIV3Schema.type: Invalid value: "string": must be object at the root',
    ])
  })

  it('require exactly one storage version, and a name made of plural and group', () => {
    expect(
      errors({ ...definition(ANY, {}, { storage: false }), metadata: { name: 'x' } }).map((text) => text.slice(0, 60)),
    ).toEqual(
      [
        'metadata.name: Invalid value: "x": must be spec.names.plural+".',
        'spec.versions: Invalid value: []apiextensions.CustomResource',
      ].map((text) => text.slice(0, 60)),
    )
  })

  it('report the faults of generateName before the faults of the name', () => {
    const metadata = { generateName: 'A-', name: 'A-x' }
    expect(errors({ ...definition(ANY), metadata }).map((text) => text.slice(0, 64))).toEqual([
      'metadata.generateName: Invalid value: "A-": must be spec.names.p',
      'metadata.name: Invalid value: "A-x": a lowercase RFC 1123 subdom',
      'metadata.name: Invalid value: "A-x": must be spec.names.plural+"',
    ])
  })

  it('check the form of validation rules, and not their meaning', () => {
    const rule = { rule: 'a\nb', reason: 'Other', fieldPath: '.none' }
    expect(errors(definition(inSpec({ type: 'object', 'x-kubernetes-validations': [rule] })))).toEqual([
      `${A}.x-kubernetes-validations[0].message: Required value: message must be specified if rule contains line breaks`,
      `${A}.x-kubernetes-validations[0].reason: Unsupported value: "Other": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"`,
      `${A}.x-kubernetes-validations[0].fieldPath: Invalid value: ".none": fieldPath must be a valid path`,
    ])
  })

  it('require an approval in the project’s own groups', () => {
    const own = definition(ANY, { group: 'x.svc.io' })
    expect(errors({ ...own, metadata: { name: 'widgets.x.svc.io' } })).toEqual([
      'metadata.annotations[api-approved.svc.io]: Required value: protected groups must have approval annotation "api-approved.svc.io", see https://github.com/svc/enhancements/pull/1111',
    ])
  })

  it('refuse changes of fields that instances depend on', () => {
    const old = definition(ANY)
    old['status'] = { storedVersions: ['v1'], conditions: [{ type: 'Established', status: 'True' }] }
    const changed = { ...old, spec: { ...(old['spec'] as JsonObject), scope: 'Cluster', group: 'other.com' } }
    expect(rules.update(changed, old).map(({ field }) => field)).toEqual(['spec.scope', 'spec.group'])
  })

  it('require the client of a conversion webhook', () => {
    const by = (webhook: JsonObject): string[] =>
      errors(definition(ANY, { conversion: { strategy: 'Webhook', webhook } }))
    expect(by({ clientConfig: { url: 'https://a' }, conversionReviewVersions: ['v1'] })).toEqual([])
    expect(by({ clientConfig: {}, conversionReviewVersions: ['v1'] })).toEqual([
      'spec.conversion.webhookClientConfig: Required value: exactly one of url or service is required',
    ])
    expect(by({ clientConfig: { url: 'http://a' } })).toEqual([
      `spec.conversion.webhookClientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
      'spec.conversion.conversionReviewVersions: Required value',
    ])
  })

  it('require declarations for the fields in alternatives of the root, but not of other schemas', () => {
    const properties = { spec: { properties: { b: { minLength: 1 } } } }
    expect(errors(definition({ ...inSpec({ type: 'string' }), allOf: [{ properties }] }))).toEqual([
      `${S}.properties[spec].properties[b]: Required value: because it is defined in ${S}.allOf[0].properties[spec].properties[b]`,
    ])
    expect(errors(definition(inSpec({ type: 'object', allOf: [{ items: { minLength: 1 } }] })))).toEqual([])
  })

  it('refuse keywords of other forms of JSON schema', () => {
    expect(errors(definition(inSpec({ type: 'string', id: '', definitions: {} })))).toEqual([])
    expect(errors(definition(inSpec({ type: 'string', $ref: '#/a' })))).toEqual([
      `${A}.$ref: Forbidden: $ref is not supported`,
    ])
    expect(errors(definition(inSpec({ type: 'string', $schema: 'x' })))).toEqual([
      `${S}: Invalid value: "": OpenAPIV3Schema 'schema' is not supported`,
    ])
  })

  it('check the schemas in keywords of other forms of JSON schema', () => {
    const part = { type: 'file' }
    const UNSUPPORTED = 'Unsupported value: "file": supported values: "array"'
    const keywords: readonly (readonly [string, Json, string])[] = [
      ['definitions', { a: part }, '[a]'],
      ['dependencies', { a: part }, '[a]'],
      ['items', [part], '[0]'],
    ]
    for (const [keyword, value, place] of keywords)
      expect(errors(definition(inSpec({ type: 'string', [keyword]: value })))).toContainEqual(
        expect.stringContaining(`${A}.${keyword}${place}.type: ${UNSUPPORTED}`),
      )
  })

  it('treat an empty list of item schemas like a missing one', () => {
    expect(errors(definition(inSpec({ type: 'array', items: [] })))).toEqual([
      `${A}.items: Required value: must be specified`,
    ])
  })

  it('refuse a false or empty member inside alternatives', () => {
    const faults = errors(
      definition(
        inSpec({
          type: 'object',
          anyOf: [{ additionalProperties: false, default: false, 'x-kubernetes-map-type': '' }],
        }),
      ),
    )
    expect(faults).toContain(`${A}.anyOf[0].additionalProperties: Forbidden: must be undefined to be structural`)
    expect(faults).toContain(`${A}.anyOf[0].default: Forbidden: must be undefined to be structural`)
    expect(faults).toContain(`${A}.anyOf[0].x-kubernetes-map-type: Forbidden: must be undefined to be structural`)
  })

  it('check no field path of an unsupported schema', () => {
    const rule = { rule: 'true', fieldPath: '.a' }
    expect(errors(definition(inSpec({ type: 'string', id: 'x', 'x-kubernetes-validations': [rule] })))).toEqual([
      `${A}.id: Forbidden: id is not supported`,
    ])
  })

  it('check no structure of a schema with $schema', () => {
    const schema = { type: 'object', $schema: 'x', not: { type: 'object' }, default: { $schema: 'y' } }
    expect(errors(definition(inSpec(schema)))).toEqual([
      `${S}: Invalid value: "": OpenAPIV3Schema 'schema' is not supported`,
    ])
    expect(errors(definition(inSpec({ type: 'string', enum: [{ $schema: 'y' }] })))).toEqual([])
  })

  it('check the accepted names of a status write', () => {
    const faults = rules.status({ ...definition(ANY), status: { acceptedNames: { plural: 'A', kind: 'a' } } })
    expect(faults.map(({ field }) => field)).toEqual(['status.acceptedNames.plural'])
  })
})
