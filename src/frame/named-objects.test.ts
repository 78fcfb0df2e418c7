import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { ServerCluster } from '../cluster/server-cluster.fixture.ts'
import { serverCluster } from '../cluster/server-cluster.fixture.ts'
import { createObject } from '../client/resource-client.ts'
import type { NamedObjects } from './named-objects.ts'
import { readNames } from './named-objects.ts'

let cluster: ServerCluster

beforeEach(async () => {
  cluster = await serverCluster()
})
afterEach(() => cluster.close())

const configMaps = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default', name: '' }

/** The cluster, with another answer at the paths that begin with `path`. */
function answering(path: string, answer: (init?: RequestInit) => Response): ClusterHandle {
  const { handle } = cluster
  const fetch: ClusterHandle['fetch'] = (asked, init) =>
    asked.startsWith(path) ? Promise.resolve(answer(init)) : handle.fetch(asked, init)
  return Object.setPrototypeOf({ fetch }, handle) as ClusterHandle
}

async function read(handle: ClusterHandle = cluster.handle): Promise<NamedObjects | undefined> {
  let last: NamedObjects | undefined
  await readNames(handle, cluster.discovery.types, {
    signal: new AbortController().signal,
    onnames: (names) => (last = names),
  })
  return last
}

describe('the names of the palette', () => {
  it('include objects of every namespace and of none', async () => {
    const metadata = { name: 'map-0' }
    await createObject(cluster.handle, configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata })
    const names = await read()
    const found = (resource: string): string[] =>
      (names?.objects ?? [])
        .filter((ref) => ref.resource === resource)
        .map(({ namespace, name }) => `${namespace}/${name}`)
    expect(found('configmaps')).toContain('default/map-0')
    expect(found('namespaces')).toContain('/default')
    expect(names).toMatchObject({ done: true, cut: [], refused: [] })
  })

  it('leave out events, whose names begin with the names of their objects', async () => {
    const involvedObject = { kind: 'ConfigMap', name: 'web', namespace: 'default' }
    const event = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'web.18ec' }, involvedObject }
    await createObject(cluster.handle, { ...configMaps, resource: 'events' }, event)
    const names = await read()
    expect(names?.objects.filter(({ name }) => name === 'web.18ec')).toEqual([])
    expect(names?.done).toBe(true)
  })

  it('end at a limit for each type, which is reported', async () => {
    const items = Array.from({ length: 250 }, (_, index) => ({ metadata: { name: `map-${index}` } }))
    const names = await read(
      answering('/api/v1/configmaps', () => Response.json({ metadata: { continue: 'x' }, items })),
    )
    expect(names?.cut).toEqual(['configmaps'])
    expect(names?.objects.filter(({ resource }) => resource === 'configmaps')).toHaveLength(1000)
    expect(names?.objects.some(({ name }) => name === 'default')).toBe(true)
  })

  it('report types that the caller may not list, and read the others', async () => {
    const names = await read(answering('/api/v1/secrets', () => Response.json({}, { status: 403 })))
    expect(names?.refused).toEqual(['secrets'])
    expect(names?.objects.length).toBeGreaterThan(0)
  })

  it('request metadata only', async () => {
    let accepted: string | null = ''
    const answer = (init?: RequestInit): Response => {
      accepted = new Headers(init?.headers).get('Accept')
      return Response.json({ items: [] })
    }
    await read(answering('/api/v1/secrets', answer))
    expect(accepted).toContain('PartialObjectMetadataList')
  })

  it('are not reported after an abort', async () => {
    const control = new AbortController()
    control.abort()
    let calls = 0
    await readNames(cluster.handle, cluster.discovery.types, { signal: control.signal, onnames: () => calls++ })
    expect(calls).toBe(0)
  })
})
