import { expect, it, vi } from 'vitest'
import { forbidden } from '../../api/status.ts'
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

it('repeats a creation that was refused, for example by a quota without a status', async () => {
  const cluster = await testCluster()
  const report = vi.fn()
  const context = controllerContext(cluster, report)
  const controller = serviceAccounts(context)
  await controller.start()
  const refused = forbidden({ group: '', resource: 'serviceaccounts' }, 'default', 'status unknown')
  const creations = vi.spyOn(context.client, 'create').mockRejectedValueOnce(refused).mockRejectedValueOnce(refused)
  await cluster.create('namespaces', { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'new' } }, '')
  await vi.waitFor(() => expect(creations).toHaveBeenCalledTimes(2))
  const stored = () => cluster.store.get({ resource: 'serviceaccounts', namespace: 'new', name: 'default' })
  expect(stored()).toBeUndefined()
  await vi.waitFor(() => {
    cluster.clock.advance(1000)
    expect(stored()).toBeDefined()
  })
  controller.stop()
  expect(report).not.toHaveBeenCalled()
})
