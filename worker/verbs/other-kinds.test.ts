import { expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from '../resources/catalog.ts'
import { hasInternalType, internalGroup, internalName, internalTypeName, isKnownKind } from './other-kinds.ts'

it('names an internal type by its Go package, whose name can differ from the name of the group', () => {
  const name = (group: string, kind: string): string => internalName({ group, kind })
  expect(name('', 'Pod')).toBe('core.Pod')
  expect(name('events.k8s.io', 'Event')).toBe('core.Event')
  expect(name('internal.apiserver.k8s.io', 'StorageVersion')).toBe('apiserverinternal.StorageVersion')
  expect(name('rbac.authorization.k8s.io', 'Role')).toBe('rbac.Role')
})

it('finds the internal types of kinds, of their lists and of subresources', () => {
  const catalog = buildCatalog({ dialect: dialects.k8s })
  const has = (group: string, kind: string) => hasInternalType(catalog, { group, kind })
  expect([has('', 'Binding'), has('apps', 'Scale'), has('apps', 'DeploymentList')]).toEqual([true, true, true])
  expect([has('', 'Scale'), has('apps', 'Secret'), has('apps', 'ListOptions')]).toEqual([false, false, false])
  expect(internalTypeName({ group: 'apps', kind: 'Scale' })).toBe('autoscaling.Scale')
  expect(internalGroup({ group: 'events.k8s.io', version: 'v1', kind: 'Event' })).toBe('')
})

it('accepts kinds of built-in groups of which no version is served', () => {
  const catalog = buildCatalog({ dialect: dialects.k8s })
  const pod = { group: '', version: 'v1', kind: 'Pod' }
  const known = (group: string, version: string, kind: string) => isKnownKind(catalog, { group, version, kind }, pod)
  expect(known('internal.apiserver.k8s.io', 'v1alpha1', 'StorageVersion')).toBe(true)
  expect(known('resource.k8s.io', 'v1alpha2', 'ResourceClaim')).toBe(true)
  expect(known('resource.example.com', 'v1alpha2', 'ResourceClaim')).toBe(false)
})

it('accepts only definitions when a definition is expected, else only other built-in kinds, and the core DeleteOptions always', () => {
  const catalog = buildCatalog({ dialect: dialects.k8s })
  const pod = { group: '', version: 'v1', kind: 'Pod' }
  const secret = { group: '', version: 'v1', kind: 'Secret' }
  const definition = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' }
  expect(isKnownKind(catalog, pod, secret)).toBe(true)
  expect(isKnownKind(catalog, pod, definition)).toBe(false)
  expect(isKnownKind(catalog, definition, pod)).toBe(false)
  expect(isKnownKind(catalog, definition, definition)).toBe(true)
  const options = (group: string) => ({ group, version: 'v1', kind: 'DeleteOptions' })
  expect(isKnownKind(catalog, options(''), definition)).toBe(true)
  expect(isKnownKind(catalog, options('apiextensions.k8s.io'), pod)).toBe(false)
})
