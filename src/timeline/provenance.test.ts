import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverCluster } from '../cluster/server-cluster.fixture.ts'
import { createObject } from '../client/resource-client.ts'
import type { ClusterChange } from './moments.ts'
import { firstChange, madeBy } from './provenance.ts'

let server: Awaited<ReturnType<typeof serverCluster>>
beforeAll(async () => {
  server = await serverCluster()
})
afterAll(() => server.close())

it('follows an object over its owners to the change of a person', async () => {
  const { handle: cluster, discovery } = server
  const collection = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default', name: '' }
  const make = (name: string, owner?: { name: string; uid: string }) =>
    createObject(cluster, collection, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name,
        ...(owner && { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', controller: true, ...owner }] }),
      },
    })
  let owner: { name: string; uid: string } | undefined
  for (const name of ['first', 'second', 'third']) {
    const { metadata } = await make(name, owner)
    owner = { name, uid: metadata.uid ?? '' }
  }
  const place = { cluster, discovery }
  const change = (await firstChange(place, {
    resource: 'configmaps',
    namespace: 'default',
    name: 'third',
  })) as ClusterChange
  const steps = await madeBy(place, change)
  expect(steps.map(({ name, type }) => `${name} ${type}`)).toEqual(['third ADDED', 'second ADDED', 'first ADDED'])
  expect(steps.at(-1)?.requestId).not.toBe('')
})
