import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { serverCluster, type ServerCluster } from '../cluster/server-cluster.fixture.ts'
import { awaitDefinitions, servedType } from './served-type.ts'

const GROUP = 'apiextensions.svc.io'
let cluster: ServerCluster

beforeAll(async () => void (cluster = await serverCluster()))
afterAll(() => cluster.close())

const definition = (type: string, status: string) => ({
  metadata: { name: `customresourcedefinitions.${GROUP}`, resourceVersion: '7' },
  // The server serves this kind from its start.
  spec: { group: GROUP, names: { kind: 'CustomResourceDefinition' } },
  status: { conditions: [{ type, status }] },
})

/** The cluster. Its watches of definitions send the given lines, and then stay open. */
function watched(...lines: object[]): { readonly handle: ClusterHandle; readonly requested: string[] } {
  const requested: string[] = []
  const fetch = (path: string, init?: RequestInit): Promise<Response> => {
    requested.push(path)
    if (!path.includes('watch=true')) return cluster.handle.fetch(path, init)
    const start = (stream: ReadableStreamDefaultController): void => {
      for (const line of lines) stream.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`))
    }
    return Promise.resolve(new Response(new ReadableStream({ start })))
  }
  return { handle: { info: cluster.handle.info, fetch } as ClusterHandle, requested }
}

it('watches a definition until it is established, and then resolves its type', async () => {
  const pending = { type: 'MODIFIED', object: definition('Established', 'False') }
  const { handle, requested } = watched(pending, { type: 'MODIFIED', object: definition('Established', 'True') })
  expect(await servedType(handle, definition('Established', 'False'))).toMatchObject({
    kind: 'CustomResourceDefinition',
  })
  expect(requested[0]).toContain(
    'fieldSelector=metadata.name%3Dcustomresourcedefinitions.apiextensions.svc.io&resourceVersion=7',
  )
})

it.each([
  ['an established definition', 'Established', 'True'],
  ['a definition whose names are refused', 'NamesAccepted', 'False'],
])('does not wait for %s', async (_, type, status) => {
  const { handle, requested } = watched()
  await servedType(handle, definition(type, status))
  expect(requested.filter((path) => path.includes('watch=true'))).toEqual([])
})

it('waits until a new definition of the cluster is established', async () => {
  const names = { plural: 'toys', kind: 'Toy' }
  const schema = { openAPIV3Schema: { type: 'object' } }
  const versions = [{ name: 'v1', served: true, storage: true, schema }]
  const created = await cluster.handle.fetch(`/apis/${GROUP}/v1/customresourcedefinitions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      apiVersion: `${GROUP}/v1`,
      kind: 'CustomResourceDefinition',
      metadata: { name: 'toys.example.com' },
      spec: { group: 'example.com', scope: 'Cluster', names, versions },
    }),
  })
  expect(created.status).toBe(201)
  await awaitDefinitions(cluster.handle)
  expect((await cluster.handle.fetch('/apis/example.com/v1/toys')).status).toBe(200)
})
