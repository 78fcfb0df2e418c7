import { expect, it, vi } from 'vitest'
import { testCluster, deletion } from '../../verbs/verbs-fixture.ts'
import { controllerContext } from '../controller-fixture.ts'
import { serviceAccounts } from './service-accounts.ts'

async function started() {
  const cluster = await testCluster()
  const report = vi.fn()
  const controller = serviceAccounts(controllerContext(cluster, report))
  await controller.start()
  const account = (namespace: string) =>
    cluster.store.get({ resource: 'serviceaccounts', namespace, name: 'default' })?.object.metadata?.uid
  return { ...cluster, controller, account, report }
}

it('creates the default account in existing and in new namespaces', async () => {
  const { account, create, controller, report } = await started()
  expect(account('default')).toBeDefined()
  await create('namespaces', { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'new' } }, '')
  await vi.waitFor(() => expect(account('new')).toBeDefined())
  controller.stop()
  await create('namespaces', { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'late' } }, '')
  expect(account('late')).toBeUndefined()
  expect(report).not.toHaveBeenCalled()
})

it('creates the default account again after a delete', async () => {
  const { account, verbs, target, caller, controller } = await started()
  const first = account('default')
  await verbs.delete(target('serviceaccounts', 'default'), caller, deletion)
  await vi.waitFor(() => expect(account('default')).toBeDefined())
  expect(account('default')).not.toBe(first)
  controller.stop()
})
