import { expect, it } from 'vitest'
import { formatType, inner, type Type } from '../../cel/types.ts'
import { dialects } from '../../dialect/dialect.ts'
import { buildCatalog } from '../../resources/catalog.ts'
import type { CustomVersion, ResourceVersion } from '../../resources/resource.ts'
import type { JsonSchema } from '../../schema/custom/json-schema.ts'
import type { JsonObject } from '../../api/json.ts'
import { objectType } from './object-types.ts'

const catalog = buildCatalog({ dialect: dialects.k8s })
const pods = catalog.find('', 'v1', 'pods')?.version

const at = (type: Type | undefined, ...path: string[]): Type | undefined =>
  path.reduce(
    (place, step) => (place && step === '*' ? inner(place, place.kind === 'map' ? 1 : 0) : place?.fields?.get(step)),
    type,
  )

const custom = (document: JsonSchema & JsonObject): ResourceVersion => {
  if (pods === undefined) throw new Error('serve pods')
  return { ...pods, custom: { document } as unknown as CustomVersion }
}

it('follows the published OpenAPI schema of a built-in kind', () => {
  const pod = pods && objectType(pods, 'Pod')
  expect(at(pod, 'spec', 'containers', '*', 'image')?.name).toBe('string')
  expect(at(pod, 'metadata', 'labels', '*')?.name).toBe('string')
  expect(at(pod, 'spec', 'containers')?.parameters[0]?.name).toBe('Pod.spec.containers.@idx')
  expect(at(pod, 'spec', 'volumes', '*', 'hostPath', 'path')?.name).toBe('string')
  expect(at(pod, 'metadata', 'managedFields', '*', 'fieldsV1')?.fields?.size).toBe(0)
})

it('ends at recursive types', () => {
  const definitions = catalog.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions')?.version
  const type = definitions && objectType(definitions, 'D')
  const schema = at(type, 'spec', 'versions', '*', 'schema', 'openAPIV3Schema')
  expect(at(schema, 'pattern')?.name).toBe('string')
  expect(at(schema, 'not')?.fields?.size).toBe(0)
})

it('adds object metadata to custom objects, and omits fields without a type', () => {
  const type = objectType(
    custom({
      type: 'object',
      properties: {
        metadata: { type: 'object', properties: { name: { type: 'string', pattern: 'a.*' } } },
        spec: {
          type: 'object',
          properties: {
            size: { 'x-kubernetes-int-or-string': true },
            when: { type: 'string', format: 'date-time' },
            free: { 'x-kubernetes-preserve-unknown-fields': true },
            'a-b': { type: 'array', items: { type: 'integer' } },
            map: { type: 'object', additionalProperties: { type: 'number' } },
            child: { type: 'object', 'x-kubernetes-embedded-resource': true },
          },
        },
      },
    }),
    'Thing',
  )
  expect(at(type, 'metadata', 'labels', '*')?.name).toBe('string')
  expect(at(type, 'spec', 'size')?.kind).toBe('dyn')
  expect(at(type, 'spec', 'when')?.kind).toBe('timestamp')
  expect(at(type, 'spec', 'free')).toBeUndefined()
  expect(formatType(at(type, 'spec', 'a__dash__b') ?? inner({ kind: 'dyn', name: '', parameters: [] }))).toBe(
    'list(int)',
  )
  expect(at(type, 'spec', 'map', '*')?.name).toBe('double')
  expect(at(type, 'spec', 'child', 'metadata', 'generation')?.name).toBe('int')
  expect(at(type, 'kind')?.name).toBe('string')
})
