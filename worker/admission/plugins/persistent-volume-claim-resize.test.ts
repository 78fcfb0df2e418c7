import { expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { contextOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { persistentVolumeClaimResize } from './persistent-volume-claim-resize.ts'

const classes = [{ metadata: { name: 'grows' }, allowVolumeExpansion: true }, { metadata: { name: 'stays' } }]
const plugin = persistentVolumeClaimResize(contextOf({ objects: { 'storage.k8s.io/storageclasses': classes } }))
const claim = (storage: string, storageClassName: string, phase = 'Bound'): ApiObject => ({
  metadata: { name: 'c' },
  spec: { storageClassName, resources: { requests: { storage } } },
  status: { phase },
})
const resize = (object: ApiObject, oldObject: ApiObject) =>
  runPlugin(
    plugin,
    requestOf(object, {
      oldObject,
      operation: 'UPDATE',
      resource: { group: '', version: 'v1', resource: 'persistentvolumeclaims' },
    }),
  )

it('lets bound claims grow when their class allows it', async () => {
  await resize(claim('2Gi', 'grows'), claim('1Gi', 'grows'))
  await resize(claim('1024Mi', 'stays'), claim('1Gi', 'stays'))
  await expect(resize(claim('2Gi', 'stays'), claim('1Gi', 'stays'))).rejects.toThrow('must support resize')
  await expect(resize(claim('2Gi', 'grows'), claim('1Gi', 'grows', 'Pending'))).rejects.toThrow(
    'Only bound persistent volume claims can be expanded',
  )
})
