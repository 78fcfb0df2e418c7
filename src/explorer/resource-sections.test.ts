import { describe, expect, it } from 'vitest'
import type { Discovery, ResourceType } from '../client/discovery.ts'
import { filterSections, foldEmpty, resourceSections } from './resource-sections.ts'

const type = (group: string, resource: string, verbs = ['list']): ResourceType => ({
  group,
  version: 'v1',
  resource,
  kind: resource.slice(0, -1),
  singular: '',
  namespaced: true,
  verbs,
  shortNames: resource === 'deployments' ? ['deploy'] : [],
  categories: [],
})

const discovery = (...types: ResourceType[]): Discovery => ({
  types,
  byResource: () => undefined,
  byKind: () => undefined,
})
const titles = (found: Discovery, dialect: 'svc' | 'k8s') =>
  resourceSections(found, dialect).map(({ title, types }) => [title, ...types.map(({ resource }) => resource)])

describe('resource sections', () => {
  it('puts the known types under their headings in either dialect', () => {
    const served = (domain: string) =>
      discovery(
        type(`networking.${domain}`, 'ingresses'),
        type('', 'services'),
        type('apps', 'deployments'),
        type('', 'pods'),
      )
    const expected = [
      ['Workloads', 'pods', 'deployments'],
      ['Network', 'services', 'ingresses'],
    ]
    expect(titles(served('svc.io'), 'svc')).toEqual(expected)
    expect(titles(served('k8s.io'), 'k8s')).toEqual(expected)
  })

  it('lists every other type under its group, and omits types without the list verb', () => {
    const found = discovery(type('stable.example.com', 'crontabs'), type('', 'bindings', ['create']), type('', 'pods'))
    expect(titles(found, 'svc')).toEqual([
      ['Workloads', 'pods'],
      ['stable.example.com', 'crontabs'],
    ])
  })

  it('puts custom resources first, under a separate heading', () => {
    const found = discovery(type('', 'pods'), type('stable.example.com', 'crontabs'), type('other.io', 'things'))
    const custom = new Set(['crontabs.stable.example.com'])
    expect(resourceSections(found, 'svc', custom).map(({ title }) => title)).toEqual([
      'Custom resources',
      'Workloads',
      'other.io',
    ])
  })

  it('folds empty types, except the first two, a single one, and custom resources', () => {
    const types = ['pods', 'deployments', 'jobs', 'cronjobs', 'replicasets'].map((name) => type('', name))
    const fold = (title: string, ...full: string[]) => {
      const { drawn, folded } = foldEmpty({ title, types }, ({ resource }) => !full.includes(resource))
      return [drawn.length, folded.length]
    }
    expect(fold('Workloads')).toEqual([2, 3])
    expect(fold('Workloads', 'replicasets')).toEqual([3, 2])
    expect(fold('Workloads', 'replicasets', 'jobs')).toEqual([5, 0])
    expect(fold('Custom resources')).toEqual([5, 0])
  })

  it('filters by a part of a name in capitals or small letters, and shows all sections for an empty filter', () => {
    const sections = resourceSections(
      discovery(type('apps', 'deployments'), type('', 'pods'), type('', 'services')),
      'svc',
    )
    expect(filterSections(sections, ' DEPLOY ').flatMap(({ types }) => types.map(({ resource }) => resource))).toEqual([
      'deployments',
    ])
    expect(filterSections(sections, 'absent')).toEqual([])
    expect(filterSections(sections, '')).toBe(sections)
  })
})
