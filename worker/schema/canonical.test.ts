import { expect, it } from 'vitest'
import { hasGivenEmpty } from '../api/given-empty.ts'
import type { JsonObject } from '../api/json.ts'
import { builtinType } from './builtin/types.ts'
import { canonical } from './canonical.ts'
import { decode } from './decode.ts'

const pods = builtinType('api.core.v1.Pod')
const text = (value: unknown): string => JSON.stringify(value)

it('returns a canonical object unchanged', () => {
  const { object } = decode(pods, { metadata: { name: 'a' }, spec: { containers: [{ name: 'c' }] } })
  expect(canonical(pods, object)).toBe(object)
})

it('orders and completes changed parts, and reuses the others', () => {
  const { object } = decode(pods, { metadata: { name: 'a' }, spec: { containers: [{ name: 'c' }] } })
  const spec = object['spec'] as JsonObject
  const changed: JsonObject = { status: { phase: 'Pending' }, ...object, spec: { priority: 0, ...spec, hostname: '' } }
  const result = canonical(pods, changed)
  expect(text(result)).toBe(
    '{"metadata":{"name":"a","creationTimestamp":null},"spec":{"containers":[{"name":"c","resources":{}}],"priority":0},"status":{}}',
  )
  expect(result['metadata']).toBe(object['metadata'])
})

it('writes an empty list as null in a field that is always written, and omits the list in any other field', () => {
  const roles = builtinType('api.rbac.v1.Role')
  const { object } = decode(roles, { metadata: { name: 'a', finalizers: [] }, rules: [] })
  expect(text(canonical(roles, object))).toBe('{"metadata":{"name":"a","creationTimestamp":null},"rules":null}')
})

it('keeps an empty list that is always written in a CustomResourceDefinition, which is stored as JSON', () => {
  const status = builtinType('apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus')
  const { object } = decode(status, {
    conditions: [],
    acceptedNames: { plural: 'as', kind: 'A' },
    storedVersions: null,
  })
  const ordered = canonical(status, object)
  expect(text([ordered['conditions'], ordered['storedVersions']])).toBe('[[],null]')
})

it('drops the record of empty values in the document', () => {
  const { object } = decode(pods, {
    metadata: { name: 'a', labels: {} },
    spec: { containers: [{ name: 'c', args: [] }] },
  })
  const result = canonical(pods, object)
  expect(text(result)).toBe(text(object))
  expect(hasGivenEmpty(object)).toBe(true)
  expect(hasGivenEmpty(result)).toBe(false)
})

it('sorts custom resources at every level', () => {
  const object = { kind: 'T', apiVersion: 'x/v1', spec: { b: [{ d: 1, c: 2 }], a: null } }
  const result = canonical({ type: 'struct', fields: new Map() }, object)
  expect(text(result)).toBe('{"apiVersion":"x/v1","kind":"T","spec":{"a":null,"b":[{"c":2,"d":1}]}}')
  expect(canonical({ type: 'struct', fields: new Map() }, result)).toBe(result)
})

it('writes the zero time of an optional field as null, and omits a null of the document', () => {
  const leases = builtinType('api.coordination.v1.Lease')
  const zero = '0001-01-01T00:00:00.000000Z'
  const { object } = decode(leases, { metadata: { name: 'a' }, spec: { acquireTime: zero, renewTime: null } })
  expect(text(canonical(leases, object))).toBe(
    '{"metadata":{"name":"a","creationTimestamp":null},"spec":{"acquireTime":null}}',
  )
})
