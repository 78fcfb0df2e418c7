import { expect, it, vi } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { keyOf } from '../../verbs/write.ts'
import { testCluster } from '../../verbs/verbs-fixture.ts'
import { controllerContext } from '../controller-fixture.ts'
import type { ServerClient } from './server-client.ts'

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' }
const space = (more: object = {}): ApiObject => ({
  kind: 'Namespace',
  apiVersion: 'v1',
  metadata: { name: 'a' },
  ...more,
})

/** The field managers of the namespace after some writes. */
async function managersAfter(write: (client: ServerClient, stored: () => ApiObject) => Promise<void>) {
  const cluster = await testCluster()
  const { client } = controllerContext(cluster, vi.fn())
  const stored = (): ApiObject => cluster.store.get(keyOf(cluster.target('namespaces', 'a', '')))?.object ?? space()
  await write(client, stored)
  return stored().metadata?.managedFields?.map(({ manager, operation, subresource = '' }) => [
    manager,
    operation,
    subresource,
  ])
}

it('spells the field manager of each write', async () => {
  const found = await managersAfter(async (client, stored) => {
    await client.create(NAMESPACES, space(), '{system}-creator')
    await client.apply(NAMESPACES, space({ metadata: { name: 'a', labels: { a: 'b' } } }), '{system}-applier')
    const status = { conditions: [{ type: 'Tried', status: 'True', reason: 'R', message: '' }] }
    await client.updateStatus(NAMESPACES, { ...stored(), status }, '{system}-updater')
    const applied = { conditions: [{ type: 'Applied', status: 'True', reason: 'R', message: '' }] }
    await client.applyStatus(NAMESPACES, space({ status: applied }), '{system}-status-applier')
  })
  expect(found).toEqual(
    expect.arrayContaining([
      ['kube-creator', 'Update', ''],
      ['kube-applier', 'Apply', ''],
      ['kube-updater', 'Update', 'status'],
      ['kube-status-applier', 'Apply', 'status'],
    ]),
  )
})
