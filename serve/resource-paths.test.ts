import { expect, it } from 'vitest'
import { dialects } from '../worker/dialect/dialect.ts'
import { builtinResources } from '../worker/schema/builtin/resources.ts'
import { resourcePaths } from './resource-paths.ts'

it.each([
  ['pods', 'pods'],
  ['nodes', 'minions'],
  ['services', 'services/specs'],
  ['endpoints', 'services/endpoints'],
  ['replicationcontrollers', 'controllers'],
  ['events', 'events'],
  ['apps/deployments', 'deployments'],
  ['networking.k8s.io/ingresses', 'ingress'],
  ['rbac.authorization.k8s.io/roles', 'roles'],
  ['apiextensions.k8s.io/customresourcedefinitions', 'apiextensions.k8s.io/customresourcedefinitions'],
  ['apiregistration.k8s.io/apiservices', 'apiregistration.k8s.io/apiservices'],
])('stores %s at %s', (resource, path) => {
  const paths = resourcePaths(dialects.k8s)
  expect(paths.pathOf(resource)).toBe(path)
  expect(paths.resourceAt(path)).toBe(resource)
})

it.each(['k8s', 'svc'] as const)('gives each stored resource of the dialect %s a path of its own', (name) => {
  const paths = resourcePaths(dialects[name])
  for (const { group, name: plural } of builtinResources()) {
    const resource = group === '' ? plural : `${dialects[name].spell(group)}/${plural}`
    if (plural !== 'events') expect(paths.resourceAt(paths.pathOf(resource) ?? '')).toBe(resource)
  }
})

it('has no path for a custom resource', () => {
  expect(resourcePaths(dialects.k8s).pathOf('example.com/pods')).toBeUndefined()
  expect(resourcePaths(dialects.k8s).resourceAt('example.com/pods')).toBeUndefined()
})
