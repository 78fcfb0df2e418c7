import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Discovery, ResourceType } from '../client/discovery.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { NamespaceObjects } from './namespace-objects.svelte.ts'

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 0))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
})
afterEach(() => vi.unstubAllGlobals())

const type = (resource: string, kind: string): ResourceType =>
  ({ group: '', version: 'v1', resource, kind, namespaced: true, verbs: ['list'] }) as unknown as ResourceType

it('keeps the failure of one type when another type is listed successfully', async () => {
  const forbidden = { kind: 'Status', status: 'Failure', reason: 'Forbidden', message: 'no secrets', code: 403 }
  const cluster = {
    info: { dialect: 'k8s' },
    fetch: (path: string) =>
      Promise.resolve(
        path.includes('/secrets')
          ? Response.json(forbidden, { status: 403 })
          : Response.json({ metadata: { resourceVersion: '1' }, items: [{ metadata: { name: 'a', namespace: 'x' } }] }),
      ),
  } as unknown as ClusterHandle
  const discovery = { types: [type('secrets', 'Secret'), type('pods', 'Pod')] } as unknown as Discovery
  const objects = new NamespaceObjects({ cluster, discovery, customTypes: new Set(), namespace: 'x' })
  await vi.waitFor(() => expect(objects.loaded).toBe(true))
  expect([...objects.failures].map(([name, { message }]) => [name, message])).toEqual([['secrets', 'no secrets']])
  expect(objects.objects.map(({ key }) => key)).toHaveLength(1)
  objects.stop()
})
