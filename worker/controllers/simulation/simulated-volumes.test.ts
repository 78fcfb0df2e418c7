import { expect, it } from 'vitest'
import { managed } from '../controller-fixture.ts'
import { volumeBinder } from '../storage/volume-binder.ts'
import { simulatedVolumes } from './simulated-volumes.ts'
import { PERSISTENT_VOLUME_CLAIMS } from '../kinds.ts'

const claim = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } },
}

it('creates a class, and a volume for each of its claims', async () => {
  const { create, pass, read, all, report } = await managed([volumeBinder, simulatedVolumes])
  await pass(0)
  expect(read('storage.k8s.io/storageclasses', 'standard')).toMatchObject({
    metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner: 'simulated.k8s.io/volumes',
    volumeBindingMode: 'Immediate',
  })
  const { metadata } = await create('persistentvolumeclaims', claim)
  await pass(0)
  expect(read('persistentvolumeclaims', 'data')).toMatchObject({
    spec: { storageClassName: 'standard', volumeName: `pvc-${metadata?.uid}` },
    status: { phase: 'Bound', capacity: { storage: '2Gi' } },
  })
  expect(all('persistentvolumes')).toMatchObject([
    { spec: { persistentVolumeReclaimPolicy: 'Delete', accessModes: ['ReadWriteOnce'] }, status: { phase: 'Bound' } },
  ])
  expect(all('events').map(({ reason }) => reason)).toContain('ProvisioningSucceeded')
  expect(report).not.toHaveBeenCalled()
})

it('begins to delete the volume after its claim is gone', async () => {
  const { create, pass, all, context } = await managed([volumeBinder, simulatedVolumes])
  await pass(0)
  const { metadata } = await create('persistentvolumeclaims', { ...claim, metadata: { name: 'data' } })
  await pass(0)
  expect(all('persistentvolumes')).toHaveLength(1)
  const place = { namespace: 'default', name: 'data' }
  // The protection controllers do not run in this test.
  await context.objects.patch(PERSISTENT_VOLUME_CLAIMS, place, 'merge', { metadata: { finalizers: null } })
  await context.objects.delete(PERSISTENT_VOLUME_CLAIMS, place, { uid: metadata?.uid ?? '' })
  await pass(0)
  expect(all('persistentvolumes')).toMatchObject([{ metadata: { deletionTimestamp: expect.any(String) as unknown } }])
})
