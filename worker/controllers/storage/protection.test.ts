import { beforeEach, expect, it } from 'vitest'
import { claimProtection } from './claim-protection.ts'
import { storageCluster, usesClaim, type StorageCluster } from './storage-fixture.ts'
import { volumeBinder } from './volume-binder.ts'
import { volumeProtection } from './volume-protection.ts'
import { PERSISTENT_VOLUME_CLAIMS, PODS, PERSISTENT_VOLUMES } from '../kinds.ts'

let cluster: StorageCluster

beforeEach(async () => {
  cluster = await storageCluster([volumeBinder, claimProtection, volumeProtection])
})

const claim = () => cluster.read('persistentvolumeclaims', 'c')
const place = { namespace: 'default', name: 'c' }

async function remove(): Promise<void> {
  await cluster.context.objects.delete(PERSISTENT_VOLUME_CLAIMS, place)
  await cluster.pass(0)
}

it('keeps a claim while a scheduled pod uses it', async () => {
  await cluster.claim('c')
  await cluster.pod('p', { nodeName: 'n', volumes: [usesClaim('c')] })
  await remove()
  expect(claim()?.metadata?.finalizers).toEqual(['kubernetes.io/pvc-protection'])
  await cluster.context.objects.patchStatus(PODS, { namespace: 'default', name: 'p' }, 'merge', {
    status: { phase: 'Succeeded' },
  })
  await cluster.pass(0)
  expect(claim()).toBeDefined()
  await cluster.context.objects.delete(PODS, { namespace: 'default', name: 'p' }, { gracePeriodSeconds: 0 })
  await cluster.pass(0)
  expect(claim()).toBeUndefined()
})

it('releases a claim that only unscheduled pods use', async () => {
  await cluster.claim('c')
  await cluster.pod('p', { volumes: [usesClaim('c')] })
  await remove()
  expect(claim()).toBeUndefined()
})

it('adds a removed finalizer again', async () => {
  await cluster.claim('c', {}, { finalizers: ['own.io/mine'] })
  await cluster.context.objects.patch(PERSISTENT_VOLUME_CLAIMS, place, 'merge', {
    metadata: { finalizers: ['own.io/mine'] },
  })
  await cluster.pass(0)
  expect(claim()?.metadata?.finalizers).toEqual(['own.io/mine', 'kubernetes.io/pvc-protection'])
})

it('keeps a volume while it is bound', async () => {
  await cluster.volume('v')
  await cluster.claim('c')
  await cluster.context.objects.delete(PERSISTENT_VOLUMES, { namespace: '', name: 'v' })
  await cluster.pass(0)
  expect(cluster.read('persistentvolumes', 'v')).toBeDefined()
  await remove()
  expect(cluster.read('persistentvolumes', 'v')).toBeUndefined()
})
