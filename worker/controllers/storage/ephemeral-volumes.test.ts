import { expect, it } from 'vitest'
import { ephemeralVolumes } from './ephemeral-volumes.ts'
import { storageCluster } from './storage-fixture.ts'
import { PERSISTENT_VOLUME_CLAIMS } from '../kinds.ts'

const SPEC = { accessModes: ['ReadWriteOnce'], storageClassName: 'own', resources: { requests: { storage: '1Gi' } } }
const volumes = [{ name: 'v', ephemeral: { volumeClaimTemplate: { metadata: { labels: { l: '1' } }, spec: SPEC } } }]

it('creates the claim of a pod, and creates it again after a delete', async () => {
  const cluster = await storageCluster([ephemeralVolumes])
  const { metadata } = await cluster.pod('p', { volumes })
  const claim = () => cluster.read('persistentvolumeclaims', 'p-v')
  expect(claim()).toMatchObject({
    metadata: {
      labels: { l: '1' },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: metadata?.uid, controller: true }],
    },
    spec: SPEC,
  })
  const place = { namespace: 'default', name: 'p-v' }
  await cluster.context.objects.patch(PERSISTENT_VOLUME_CLAIMS, place, 'merge', { metadata: { finalizers: null } })
  const before = claim()?.metadata?.uid
  await cluster.context.objects.delete(PERSISTENT_VOLUME_CLAIMS, place)
  await cluster.pass(0)
  expect(claim()?.metadata?.uid).toBeDefined()
  expect(claim()?.metadata?.uid).not.toBe(before)
})

it('refuses a claim that does not belong to the pod', async () => {
  const cluster = await storageCluster([ephemeralVolumes])
  await cluster.claim('p-v')
  await cluster.pod('p', { volumes })
  expect(cluster.events('p')).toEqual([
    'Warning FailedBinding: ephemeral volume v: PVC default/p-v was not created for pod default/p (pod is not owner)',
  ])
})
