import { expect, test } from 'vitest'
import { publishedType } from '../worker/schema/builtin/published.ts'
import { builtinTypeNames } from '../worker/schema/builtin/types.ts'
import { readFieldDescriptions } from './field-descriptions.ts'

test('every published type of the API is described, under its own name', () => {
  const described = readFieldDescriptions()
  expect(described['api.apps.v1.DeploymentSpec']?.['replicas']).toContain('Number of desired pods')
  expect(described['apimachinery.pkg.apis.meta.v1.ObjectMeta']?.['']).toContain(
    'metadata that all persisted resources must have',
  )
  const published = [...builtinTypeNames()].filter(
    (name) => name.startsWith('api.') && publishedType(name) !== undefined,
  )
  expect(published.length).toBeGreaterThan(400)
  expect(published.filter((name) => described[name] === undefined)).toEqual([])
})

test('comments of several lines are read whole', () => {
  const described = readFieldDescriptions()
  expect(described['api.storage.v1.StorageClass']?.['']).toBe(
    'StorageClass describes the parameters for a class of storage for which PersistentVolumes can be dynamically provisioned.\n\nStorageClasses are non-namespaced; the name of the storage class according to etcd is in ObjectMeta.Name.',
  )
  expect(described['apimachinery.pkg.apis.meta.v1.Time']?.['']).toContain('a wrapper around time.Time')
  expect(described['apimachinery.pkg.api.resource.Quantity']?.['']).toContain('fixed-point representation')
  expect(described['api.core.v1.SeccompProfile']?.['type']).toContain('\n\nLocalhost - ')
})

test('the published values of a field follow its description', () => {
  const described = readFieldDescriptions()
  expect(described['api.apps.v1.DeploymentStrategy']?.['type']).toMatch(
    /Default is RollingUpdate\.\n\nPossible enum values:\n - `"Recreate"` Kill all existing pods/,
  )
  expect(described['{system}-aggregator.pkg.apis.apiregistration.v1.APIService']?.['']).toContain(
    'a server for a particular',
  )
})
