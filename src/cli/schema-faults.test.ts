import { expect, test } from 'vitest'
import { schemaFaults } from './schema-faults.ts'

const definitions = {
  'io.example.Web': {
    type: 'object',
    required: ['spec', 'kind'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      spec: { $ref: '#/definitions/io.example.Spec' },
    },
    'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Web' }],
  },
  'io.example.Spec': {
    type: 'object',
    properties: {
      count: { type: 'integer' },
      on: { type: 'boolean' },
      names: { type: 'array', items: { type: 'string' } },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      any: {},
    },
  },
}

const faults = (spec: object, more = {}) =>
  schemaFaults(definitions, { apiVersion: 'example.com/v1', kind: 'Web', spec: { ...spec }, ...more }).map(
    ({ message }) => message,
  )

test('accepts values of the published types', () => {
  expect(faults({ count: 1.5, on: true, names: ['a', 5], labels: { a: true }, any: [1], unset: null })).toEqual([])
  expect(schemaFaults(definitions, { apiVersion: 'v1', kind: 'Unpublished', a: 1 })).toEqual([])
})

test('names the path of the value and the path of the schema', () => {
  expect(faults({ labels: 'x', count: 'two', names: [{}], on: [], extra: 1 })).toEqual([
    'ValidationError(Web.spec.count): invalid type for io.example.Spec.count: got "string", expected "integer"',
    'ValidationError(Web.spec): unknown field "extra" in io.example.Spec',
    'ValidationError(Web.spec.labels): invalid type for io.example.Spec.labels: got "string", expected "map"',
    'ValidationError(Web.spec.names[0]): invalid type for io.example.Spec.names: got "map", expected "string"',
    'ValidationError(Web.spec.on): invalid type for io.example.Spec.on: got "array", expected "boolean"',
  ])
  expect(faults({ names: [null], labels: { a: null } })).toEqual([
    'unknown object type "nil" in Web.spec.labels.a',
    'ValidationError(Web.spec.names[0]): unknown object type "nil" in Web.spec.names[0]',
  ])
  expect(faults({}, { spec: null })).toEqual(['ValidationError(Web): missing required field "spec" in io.example.Web'])
  expect(faults({}, { constructor: 1 })).toEqual([
    'ValidationError(Web): unknown field "constructor" in io.example.Web',
  ])
})
