import { expect, test } from 'vitest'
import type { OpenApiSchema, TypeNode } from './openapi.ts'
import { schemaFaults } from './schema-faults.ts'

const type = (schema: OpenApiSchema): TypeNode => ({
  schema,
  description: undefined,
  child: (step) => {
    const below = typeof step === 'number' ? schema.items : schema.properties?.[step]
    return below === undefined ? undefined : type(below)
  },
})

const pod = type({
  type: 'object',
  properties: {
    name: { type: 'string' },
    replicas: { type: 'integer' },
    policy: { type: 'string', enum: ['Always', 'Never'] },
    ports: { type: 'array', items: { type: 'object', properties: { port: { format: 'int-or-string' } } } },
  },
})

test('a valid object has no errors', () => {
  expect(
    schemaFaults({ name: 'a', replicas: 1, policy: 'Never', ports: [{ port: 'http' }, { port: 80 }] }, pod),
  ).toEqual([])
  expect(schemaFaults({ name: null }, pod)).toEqual([])
})

test('each error has a path, and a mark when its key is wrong', () => {
  const faults = schemaFaults({ name: 5, replicas: 1.5, policy: 'Sometimes', ports: [{ prot: 1 }], x: {} }, pod)
  expect(faults.map(({ path, atKey }) => [path.join('.'), atKey])).toEqual([
    ['name', false],
    ['replicas', false],
    ['policy', false],
    ['ports.0.prot', true],
    ['x', true],
  ])
  expect(schemaFaults({ ports: {} }, pod)[0]?.message).toContain('must be a list')
})

test('proposes a name for a mistyped field when a similar field exists', () => {
  const hints = schemaFaults({ replica: 1, Policy: 'Never', ports: [{ prot: 1 }], x: {} }, pod).map(({ hint }) => hint)
  expect(hints).toEqual(['Did you mean "replicas"?', 'Did you mean "policy"?', '', ''])
})
