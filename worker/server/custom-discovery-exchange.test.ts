import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import type { ApiServer } from './api-server.ts'
import { createApiServer } from './api-server.ts'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

let server: ApiServer

const define = async (group: string, version: string): Promise<void> => {
  const schema = { openAPIV3Schema: { type: 'object' } }
  const subresources = { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } }
  const versions = [{ name: version, served: true, storage: true, schema, subresources }]
  const names = { plural: 'widgets', kind: 'Widget' }
  const metadata = { name: `widgets.${group}` }
  const body = { metadata, spec: { group, scope: 'Namespaced', names, versions } }
  expect((await send(server.handle, 'POST', DEFINITIONS, { body })).status).toBe(201)
}

beforeEach(async () => {
  server = await createApiServer({
    dialect: dialects.k8s,
    clock: virtualClock(),
    log: memoryLog(),
    defaultUser: 'admin',
  })
  await define('b.example.com', 'v1')
  await define('a.example.com', 'v1beta1')
})

afterEach(() => server.close())

/** The groups of custom resources in a document whose groups are at `list`. */
async function groupsAt(list: string, accept: string): Promise<JsonObject[]> {
  const { json } = await send(server.handle, 'GET', '/apis', { headers: { accept } })
  return (json[list] as JsonObject[]).filter((group) => JSON.stringify(group).includes('example.com'))
}

describe('the discovery of custom resources', () => {
  it('orders groups by the names of their API services', async () => {
    const names = async () => (await groupsAt('groups', 'application/json')).map(({ name }) => name)
    await vi.waitFor(async () => expect(await names()).toEqual(['b.example.com', 'a.example.com']))
  })

  it('orders groups by name in the aggregated document, with the group of each kind', async () => {
    await vi.waitFor(async () => expect(await groupsAt('items', AGGREGATED)).toHaveLength(2))
    const groups = await groupsAt('items', AGGREGATED)
    expect(groups.map(({ metadata }) => metadata)).toMatchObject([{ name: 'a.example.com' }, { name: 'b.example.com' }])
    const kind = { group: 'a.example.com', version: 'v1beta1', kind: 'Widget' }
    const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' }
    const subresources = [{ responseKind: kind }, { responseKind: scale }]
    expect(groups[0]).toMatchObject({ versions: [{ resources: [{ responseKind: kind, subresources }] }] })
  })

  it('serves every method at the document of a version, with a body of any type', async () => {
    const version = '/apis/a.example.com/v1beta1'
    const headers = { 'content-type': 'text/plain' }
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])
      expect([method, (await send(server.handle, method, version, { headers })).status]).toEqual([method, 200])
    expect((await send(server.handle, 'POST', '/apis/a.example.com/v2')).status).toBe(404)
  })
})
