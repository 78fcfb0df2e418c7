import { describe, expect, it } from 'vitest'
import type { ResourceType } from '../client/discovery.ts'
import type { ObjectRow } from './object-table.svelte.ts'
import { commandsFor, lineOf } from './row-commands.ts'

const typeOf = (resource: string, group = ''): ResourceType => ({
  group,
  version: 'v1',
  resource,
  kind: '',
  singular: resource.replace(/s$/, ''),
  namespaced: true,
  verbs: [],
  shortNames: [],
  categories: [],
})
const rows = (...ids: readonly string[]): ObjectRow[] =>
  ids.map((id) => {
    const [namespace = '', name = ''] = id.split('/')
    return { id, namespace, name } as ObjectRow
  })
const labels = (type: ResourceType): string[] => commandsFor(type).map(({ label }) => label)
const cluster = { info: { id: 'a', name: 'a', dialect: 'k8s' as const } } as Parameters<typeof lineOf>[1]['cluster']

describe('the commands of rows', () => {
  it('fit the type', () => {
    expect(labels(typeOf('deployments', 'apps'))).toEqual(['Logs', 'Scale', 'Restart'])
    expect(labels(typeOf('daemonsets', 'apps'))).toEqual(['Logs', 'Restart'])
    expect(labels(typeOf('pods'))).toEqual(['Logs'])
    expect(labels(typeOf('configmaps'))).toEqual([])
    expect(labels(typeOf('deployments', 'example.com'))).toEqual([])
  })

  it('name each namespace once', () => {
    const type = typeOf('deployments', 'apps')
    const [, scale, restart] = commandsFor(type)
    if (scale === undefined || restart === undefined) throw new Error('no commands')
    expect(lineOf(scale, { cluster, type, rows: rows('shop/web', 'shop/api') }, '3')).toBe(
      'kubectl scale deployment/web deployment/api --replicas=3 -n shop',
    )
    expect(lineOf(restart, { cluster, type, rows: rows('shop/web', 'test/web') })).toBe(
      'kubectl rollout restart deployment/web -n shop && kubectl rollout restart deployment/web -n test',
    )
  })
})
