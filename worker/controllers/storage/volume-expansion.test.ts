import { expect, it } from 'vitest'
import { storageCluster } from './storage-fixture.ts'
import { volumeBinder } from './volume-binder.ts'
import { volumeExpansion } from './volume-expansion.ts'
import { PERSISTENT_VOLUME_CLAIMS } from '../kinds.ts'

it('reports that an external controller must expand the volume', async () => {
  const cluster = await storageCluster([volumeBinder, volumeExpansion])
  await cluster.storageClass('own', { allowVolumeExpansion: true })
  await cluster.volume('v')
  await cluster.claim('c')
  expect(cluster.events('c')).toEqual([])
  const spec = { resources: { requests: { storage: '8Gi' } } }
  await cluster.context.objects.patch(PERSISTENT_VOLUME_CLAIMS, { namespace: 'default', name: 'c' }, 'merge', { spec })
  await cluster.pass(0)
  expect(cluster.events('c')).toEqual([
    'Normal ExternalExpanding: waiting for an external controller to expand this PVC',
  ])
})
