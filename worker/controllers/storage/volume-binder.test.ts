import { beforeEach, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { textAt } from '../../resources/path.ts'
import { storageCluster, usesClaim, type StorageCluster } from './storage-fixture.ts'
import { volumeBinder } from './volume-binder.ts'
import { PERSISTENT_VOLUME_CLAIMS, PODS, PERSISTENT_VOLUMES } from '../kinds.ts'

let cluster: StorageCluster

beforeEach(async () => {
  cluster = await storageCluster([volumeBinder])
})

const claimOf = (name: string) => cluster.read('persistentvolumeclaims', name) ?? {}
const volumeOf = (name: string) => cluster.read('persistentvolumes', name) ?? {}
const phaseOf = (object: JsonObject) => textAt(object, 'status.phase')
const boundTo = (name: string) => textAt(claimOf(name), 'spec.volumeName')

/** Removes the finalizer first, because no protection controller runs in this cluster. */
async function removeClaim(name: string): Promise<void> {
  const place = { namespace: 'default', name }
  await cluster.context.objects.patch(PERSISTENT_VOLUME_CLAIMS, place, 'merge', { metadata: { finalizers: null } })
  await cluster.context.objects.delete(PERSISTENT_VOLUME_CLAIMS, place)
  await cluster.pass(0)
}

async function removeVolume(name: string): Promise<void> {
  const place = { namespace: '', name }
  await cluster.context.objects.patch(PERSISTENT_VOLUMES, place, 'merge', { metadata: { finalizers: null } })
  await cluster.context.objects.delete(PERSISTENT_VOLUMES, place)
  await cluster.pass(0)
}

it('binds a claim to the smallest sufficient volume, and writes both objects', async () => {
  await cluster.volume('large', { capacity: { storage: '9Gi' } })
  await cluster.volume('small', { capacity: { storage: '2Gi' } })
  await cluster.volume('tiny', { capacity: { storage: '500Mi' } })
  await cluster.volume('block', { capacity: { storage: '1Gi' }, volumeMode: 'Block' })
  await cluster.volume('many', { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] })
  expect(phaseOf(volumeOf('small'))).toBe('Available')
  const { metadata } = await cluster.claim('c')
  expect(claimOf('c')).toMatchObject({
    metadata: {
      annotations: { 'pv.kubernetes.io/bind-completed': 'yes', 'pv.kubernetes.io/bound-by-controller': 'yes' },
    },
    spec: { volumeName: 'small' },
    status: { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '2Gi' } },
  })
  expect(volumeOf('small')).toMatchObject({
    metadata: { annotations: { 'pv.kubernetes.io/bound-by-controller': 'yes' } },
    spec: { claimRef: { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'c', uid: metadata?.uid } },
    status: { phase: 'Bound' },
  })
})

it('binds a reserved volume to its claim, and a named volume to the claim that names it', async () => {
  await cluster.volume('reserved', { claimRef: { namespace: 'default', name: 'c' } })
  await cluster.claim('other')
  expect(phaseOf(volumeOf('reserved'))).toBe('Available')
  expect(phaseOf(claimOf('other'))).toBe('Pending')
  await cluster.claim('c')
  expect(boundTo('c')).toBe('reserved')
  expect(volumeOf('reserved').metadata?.annotations).toBeUndefined()

  await cluster.claim('named', { volumeName: 'later', storageClassName: 'two' })
  expect(phaseOf(claimOf('named'))).toBe('Pending')
  expect(cluster.events('named')).toEqual([])
  await cluster.volume('later', { storageClassName: 'two' })
  expect(claimOf('named').metadata?.annotations).toEqual({ 'pv.kubernetes.io/bind-completed': 'yes' })
  expect(volumeOf('later').metadata?.annotations).toEqual({ 'pv.kubernetes.io/bound-by-controller': 'yes' })
})

it.each([
  ['requested PV is too small', { resources: { requests: { storage: '6Gi' } } }],
  ['storageClassName does not match', { storageClassName: 'foreign' }],
  ['incompatible volumeMode', { volumeMode: 'Block' }],
  ['incompatible accessMode', { accessModes: ['ReadWriteMany'] }],
])('reports why a claim cannot bind to the volume that it names: %s', async (why, spec) => {
  await cluster.volume('v')
  await cluster.claim('c', { volumeName: 'v', ...spec })
  expect(cluster.events('c')).toEqual([`Warning VolumeMismatch: Cannot bind to requested volume "v": ${why}`])
  expect(phaseOf(claimOf('c'))).toBe('Pending')
  expect(phaseOf(volumeOf('v'))).toBe('Available')
})

it('reports a volume that is already bound', async () => {
  await cluster.volume('v')
  await cluster.claim('c')
  await cluster.claim('late', { volumeName: 'v' })
  expect(cluster.events('late')).toEqual(['Warning FailedBinding: volume "v" already bound to a different claim.'])
})

it('makes claims wait for a volume, a class or a provisioner', async () => {
  await cluster.claim('none', { storageClassName: '' })
  expect(cluster.events('none')).toEqual([
    'Normal FailedBinding: no persistent volumes available for this claim and no storage class is set',
  ])
  await cluster.claim('missing', { storageClassName: 'external' })
  expect(cluster.events('missing')).toEqual([
    'Warning ProvisioningFailed: storageclass.storage.k8s.io "external" not found',
  ])
  await cluster.storageClass('external')
  expect(claimOf('missing').metadata?.annotations).toEqual({
    'volume.beta.kubernetes.io/storage-provisioner': 'csi.own.io',
    'volume.kubernetes.io/storage-provisioner': 'csi.own.io',
  })
  expect(cluster.events('missing')[1]).toMatch(/^Normal ExternalProvisioning: Waiting .* provisioner 'csi.own.io' or /)
  await cluster.storageClass('built-in', { provisioner: 'kubernetes.io/no-provisioner' })
  await cluster.claim('unprovisioned', { storageClassName: 'built-in' })
  expect(cluster.events('unprovisioned')).toEqual([
    'Warning ProvisioningFailed: no volume plugin matched name: kubernetes.io/no-provisioner',
  ])
  expect(phaseOf(claimOf('unprovisioned'))).toBe('Pending')
})

it('leaves the choice of a volume to the scheduler', async () => {
  await cluster.storageClass('own', { volumeBindingMode: 'WaitForFirstConsumer' })
  await cluster.volume('v')
  await cluster.claim('c')
  expect(phaseOf(claimOf('c'))).toBe('Pending')
  expect(cluster.events('c')).toEqual([
    'Normal WaitForFirstConsumer: waiting for first consumer to be created before binding',
  ])
  await cluster.pod('p', { volumes: [usesClaim('c')] })
  expect(cluster.events('c').at(-1)).toBe('Normal WaitForPodScheduled: waiting for pod p to be scheduled')
  await cluster.context.objects.patch(PERSISTENT_VOLUMES, { namespace: '', name: 'v' }, 'merge', {
    spec: { claimRef: { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'c' } },
  })
  await cluster.pass(0)
  expect(boundTo('c')).toBe('v')
})

it('requests a provisioner after the scheduler has selected a node', async () => {
  await cluster.storageClass('own', { volumeBindingMode: 'WaitForFirstConsumer' })
  await cluster.claim('c')
  await cluster.context.objects.patch(PERSISTENT_VOLUME_CLAIMS, { namespace: 'default', name: 'c' }, 'merge', {
    metadata: { annotations: { 'volume.kubernetes.io/selected-node': 'n' } },
  })
  await cluster.pass(0)
  expect(claimOf('c').metadata?.annotations).toMatchObject({ 'volume.kubernetes.io/storage-provisioner': 'csi.own.io' })
})

it('gives the default class to claims that are older than the class', async () => {
  const place = { namespace: 'default', name: 'c' }
  await cluster.context.objects.create(PERSISTENT_VOLUME_CLAIMS, {
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    metadata: place,
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  })
  await cluster.pass(0)
  expect(textAt(claimOf('c'), 'spec.storageClassName')).toBe('')
  const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' }
  await cluster.storageClass('usual', {}, { annotations })
  expect(textAt(claimOf('c'), 'spec.storageClassName')).toBe('usual')
})

it('releases a volume with its claim, and binds it again only after its reservation is removed', async () => {
  await cluster.volume('v')
  await cluster.claim('c')
  await removeClaim('c')
  expect(phaseOf(volumeOf('v'))).toBe('Released')
  await cluster.claim('c')
  expect(phaseOf(claimOf('c'))).toBe('Pending')
  await cluster.context.objects.patch(PERSISTENT_VOLUMES, { namespace: '', name: 'v' }, 'merge', {
    spec: { claimRef: null },
  })
  await cluster.pass(0)
  expect(boundTo('c')).toBe('v')
})

it('reports that a claim has lost its volume', async () => {
  await cluster.volume('v')
  await cluster.claim('c')
  await removeVolume('v')
  expect(claimOf('c')['status']).toEqual({ phase: 'Lost' })
  expect(cluster.events('c')).toEqual([
    'Warning ClaimLost: Bound claim has lost its PersistentVolume. Data on the volume is lost!',
  ])
})

const HERE = {
  nodeAffinity: {
    required: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }] },
  },
}

it.each([
  [
    'of an external provisioner',
    { spec: {}, annotations: { 'pv.kubernetes.io/provisioned-by': 'csi.own.io' } },
    { phase: 'Released', message: '' },
  ],
  ['of a CSI driver', { spec: {}, annotations: undefined }, { phase: 'Released', message: '' }],
  [
    'without a deleter plugin',
    { spec: { local: { path: '/x' }, ...HERE }, annotations: undefined },
    {
      phase: 'Failed',
      message: 'error getting deleter volume plugin for volume "v": no deletable volume plugin matched',
    },
  ],
  [
    'with a path outside /tmp',
    { spec: { hostPath: { path: '/x' } }, annotations: undefined },
    { phase: 'Failed', message: 'host_path deleter only supports /tmp/.+ but received provided /x' },
  ],
])('sets the phase of a released volume %s', async (_, { spec, annotations }, { phase, message }) => {
  await cluster.volume('v', { persistentVolumeReclaimPolicy: 'Delete', ...spec }, annotations && { annotations })
  await cluster.claim('c')
  await removeClaim('c')
  expect(phaseOf(volumeOf('v'))).toBe(phase)
  expect(textAt(volumeOf('v'), 'status.message')).toBe(message)
  expect(cluster.events('v')).toEqual(message === '' ? [] : [`Warning VolumeFailedDelete: ${message}`])
})

it('deletes volumes in the directory of the provisioner', async () => {
  await cluster.volume(
    'v',
    { persistentVolumeReclaimPolicy: 'Delete', hostPath: { path: '/tmp/x' } },
    { finalizers: [] },
  )
  await cluster.claim('c')
  await cluster.context.objects.patch(PERSISTENT_VOLUMES, { namespace: '', name: 'v' }, 'merge', {
    metadata: { finalizers: null },
  })
  await removeClaim('c')
  expect(volumeOf('v')).toEqual({})
})

it('fails to recycle a volume that no plugin recycles, and waits for pods that use it', async () => {
  await cluster.volume('v', { persistentVolumeReclaimPolicy: 'Recycle', local: { path: '/x' }, ...HERE })
  await cluster.claim('c')
  await cluster.pod('p', { nodeName: 'n', volumes: [usesClaim('c')] })
  await removeClaim('c')
  expect(phaseOf(volumeOf('v'))).toBe('Released')
  expect(cluster.events('v')).toEqual(['Normal VolumeFailedRecycle: Volume is used by pods: default/p'])
  await cluster.context.objects.delete(PODS, { namespace: 'default', name: 'p' }, { gracePeriodSeconds: 0 })
  await cluster.pass(15_000)
  expect(volumeOf('v')['status']).toMatchObject({
    phase: 'Failed',
    message: 'No recycler plugin found for the volume!',
  })
})

it('recycles a volume by a pod, and makes it available again', async () => {
  await cluster.volume('v', { persistentVolumeReclaimPolicy: 'Recycle', hostPath: { path: '/x' } })
  await cluster.claim('c')
  await removeClaim('c')
  const pod = () => cluster.read('pods', 'recycler-for-v')
  const end = async (status: JsonObject): Promise<void> => {
    await cluster.context.objects.patchStatus(PODS, { namespace: 'default', name: 'recycler-for-v' }, 'merge', {
      status,
    })
    await cluster.pass(0)
  }
  expect(pod()).toMatchObject({
    spec: { activeDeadlineSeconds: 150, volumes: [{ name: 'vol', hostPath: { path: '/x' } }] },
  })
  await end({ phase: 'Failed', message: 'no such directory' })
  expect(volumeOf('v')['status']).toMatchObject({
    phase: 'Failed',
    message: 'Recycle failed: failed to recycle volume: no such directory',
  })
  expect(pod()).toBeUndefined()
  await cluster.pass(15_000)
  await end({ phase: 'Succeeded' })
  expect(volumeOf('v')).toMatchObject({ status: { phase: 'Available' } })
  expect(textAt(volumeOf('v'), 'spec.claimRef.name')).toBe('')
  expect(cluster.events('v').at(-1)).toBe('Normal VolumeRecycled: Volume recycled')
})

it('writes the CSI driver of a migrated built-in plugin', async () => {
  await cluster.storageClass('old', { provisioner: 'kubernetes.io/aws-ebs' })
  await cluster.claim('c', { storageClassName: 'old' })
  expect(claimOf('c').metadata?.annotations).toMatchObject({
    'volume.kubernetes.io/storage-provisioner': 'ebs.csi.aws.com',
  })
  await cluster.volume('v', {}, { annotations: { 'pv.kubernetes.io/provisioned-by': 'kubernetes.io/aws-ebs' } })
  expect(volumeOf('v').metadata?.annotations).toMatchObject({ 'pv.kubernetes.io/migrated-to': 'ebs.csi.aws.com' })
})
