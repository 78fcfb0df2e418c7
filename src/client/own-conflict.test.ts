import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServerCluster } from '../cluster/server-cluster.fixture.ts'
import { serverCluster } from '../cluster/server-cluster.fixture.ts'
import { applyObject, replaceObject } from './resource-client.ts'

let cluster: ServerCluster
beforeAll(async () => {
  cluster = await serverCluster()
})
afterAll(() => cluster.close())

const configMap = (value: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'c', namespace: 'default' },
  data: { a: value },
})
const ref = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default', name: 'c' }

it('applies a file over an update by the same manager, and not over an update by another manager', async () => {
  const { handle } = cluster
  const mine = { fieldManager: 'tabplane-editor' }
  await applyObject(handle, ref, configMap('1'), mine)
  await replaceObject(handle, ref, configMap('2'), mine)
  const applied = await applyObject(handle, ref, configMap('3'), mine)
  expect(applied.object['data']).toEqual({ a: '3' })

  await replaceObject(handle, ref, configMap('4'), { fieldManager: 'tabplane-editor-2' })
  await expect(applyObject(handle, ref, configMap('5'), mine)).rejects.toMatchObject({ code: 409 })
})
