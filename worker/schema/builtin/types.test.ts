import { expect, it } from 'vitest'
import { builtinType } from './types.ts'

const field = (type: string, name: string) => builtinType(type).fields.get(name)

it('has the fields in the order of the real server', () => {
  expect([...builtinType('api.apps.v1.Deployment').fields.keys()]).toEqual([
    'kind',
    'apiVersion',
    'metadata',
    'spec',
    'status',
  ])
})

it('has list types, keys, patch markers and defaults', () => {
  expect(field('api.core.v1.PodSpec', 'volumes')).toMatchObject({
    schema: { type: 'list', listType: 'map', keys: ['name'], items: { name: 'api.core.v1.Volume' } },
    patchStrategy: ['merge', 'retainKeys'],
    patchMergeKey: 'name',
    number: 1,
    omitEmpty: true,
    pointer: false,
  })
  expect(field('api.core.v1.ContainerPort', 'protocol')?.default).toBe('TCP')
})

it('marks pointers and fields that are always written', () => {
  expect(field('api.apps.v1.DeploymentSpec', 'replicas')).toMatchObject({ pointer: true, omitEmpty: true })
  expect(field('api.core.v1.Container', 'resources')).toMatchObject({ pointer: false, omitEmpty: false })
  expect(field('apimachinery.pkg.apis.meta.v1.ObjectMeta', 'creationTimestamp')).toMatchObject({ omitEmpty: false })
})

it('lists the protobuf messages around an inlined field', () => {
  expect(field('api.core.v1.Probe', 'httpGet')).toMatchObject({ number: 2, within: [1] })
  expect(field('api.admissionregistration.v1.NamedRuleWithOperations', 'scope')).toMatchObject({
    number: 4,
    within: [2, 2],
  })
})

it('builds each type once, recursive types included, and throws for an unknown type', () => {
  const props = builtinType('apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps')
  expect(builtinType('apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps')).toBe(props)
  expect(props.fields.get('not')?.schema).toBe(props)
  expect(() => builtinType('api.core.v1.None')).toThrow('no built-in struct')
})

it('makes an atomic type granular for a field with the marker', () => {
  const reference = builtinType('api.core.v1.ObjectReference')
  const claim = field('api.core.v1.PersistentVolumeSpec', 'claimRef')?.schema
  expect(reference.atomic).toBe(true)
  expect(claim).toMatchObject({ name: reference.name, atomic: false })
})
