import { expect, test } from 'vitest'
import type { ResourceType } from './discovery.ts'
import { Discovery, resourcePath } from './discovery.ts'

const autoscaler = (version: string): ResourceType => ({
  group: 'autoscaling',
  version,
  resource: 'horizontalpodautoscalers',
  singular: 'horizontalpodautoscaler',
  kind: 'HorizontalPodAutoscaler',
  namespaced: true,
  verbs: ['get'],
  shortNames: ['hpa'],
  categories: [],
  subresources: [],
})

test('a version and a group may follow a name, and the version after a short name is ignored', () => {
  const discovery = new Discovery([autoscaler('v2'), autoscaler('v1')], [])
  for (const name of ['horizontalpodautoscaler', 'horizontalpodautoscalers'])
    expect(discovery.find(`${name}.v1.autoscaling`).version).toBe('v1')
  expect(discovery.find('hpa').version).toBe('v2')
  // kubectl uses the group after a short name and ignores the version.
  expect(discovery.find('hpa.v1.autoscaling').version).toBe('v2')
  expect(discovery.find('hpa.v9.autoscaling').version).toBe('v2')
  expect(() => discovery.find('horizontalpodautoscalers.v9.autoscaling')).toThrow('resource type')
})

test('keeps the characters of a name that Go keeps in a path', () => {
  const type = { group: '', version: 'v1', resource: 'nodes', namespaced: false }
  expect(resourcePath(type, undefined, 'system:node@a=b,c')).toBe('/api/v1/nodes/system:node@a=b,c')
  expect(resourcePath(type, undefined, 'b?c ')).toBe('/api/v1/nodes/b%3Fc%20')
})

test('refuses names and namespaces that a path cannot contain', () => {
  const type = { group: '', version: 'v1', resource: 'pods', namespaced: true }
  expect(() => resourcePath(type, 'a', 'b/c%d')).toThrow(
    `invalid resource name "b/c%d": [may not contain '/' may not contain '%']`,
  )
  expect(() => resourcePath(type, '..', 'b/c')).toThrow(`invalid namespace "..": [may not be '..']`)
})

test('maps a list to a resource that no server has', () => {
  const discovery = new Discovery([autoscaler('v1')], [])
  const found = (kind: string, version = 'autoscaling/v1') => discovery.forKind(version, kind)
  expect(found('HorizontalPodAutoscalerList')).toMatchObject({
    resource: 'horizontalpodautoscalerlists',
    namespaced: true,
  })
  expect(found('List')).toMatchObject({ group: 'autoscaling', resource: 'lists', namespaced: false })
  expect([found('NopeList'), found('List', 'v9')]).toEqual([undefined, undefined])
})
