import { beforeEach, expect, it } from 'vitest'
import { listAt } from '../../resources/path.ts'
import { attachDetach } from './attach-detach.ts'
import { storageCluster, usesClaim, type StorageCluster } from './storage-fixture.ts'
import { volumeBinder } from './volume-binder.ts'
import { VOLUME_ATTACHMENTS, NODES, PODS } from '../kinds.ts'

let cluster: StorageCluster

beforeEach(async () => {
  cluster = await storageCluster([volumeBinder, attachDetach])
  for (const name of ['n', 'm']) await node(name)
  await cluster.volume('v')
  await cluster.claim('c')
})

async function node(name: string): Promise<void> {
  await cluster.create('nodes', {
    kind: 'Node',
    apiVersion: 'v1',
    metadata: { name, annotations: { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' } },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  })
}

const attachments = () => cluster.all('storage.k8s.io/volumeattachments')
const attached = (name = 'n') => listAt(cluster.read('nodes', name) ?? {}, 'status.volumesAttached')
async function use(pod: string, nodeName = 'n'): Promise<void> {
  await cluster.pod(pod, { nodeName, volumes: [usesClaim('c')] })
  await settle()
}

/** Waits until the controllers are idle. */
const settle = (): Promise<void> => cluster.pass(0)

async function answer(status: object): Promise<void> {
  for (const { metadata } of attachments()) {
    const place = { namespace: '', name: metadata?.name ?? '' }
    await cluster.context.objects.patchStatus(VOLUME_ATTACHMENTS, place, 'merge', { status: { ...status } })
  }
  await settle()
}

async function removePod(name: string): Promise<void> {
  await cluster.context.objects.delete(PODS, { namespace: 'default', name }, { gracePeriodSeconds: 0 })
  await settle()
}

it('calls the driver, reports its answer, and detaches after the last pod', async () => {
  await use('p')
  expect(attachments()).toMatchObject([
    {
      spec: { attacher: 'csi.own.io', nodeName: 'n', source: { persistentVolumeName: 'v' } },
      status: { attached: false },
    },
  ])
  expect(attached()).toEqual([])
  await answer({ attached: true })
  expect(attached()).toEqual([{ name: 'kubernetes.io/csi/csi.own.io^v', devicePath: '' }])
  expect(cluster.events('p')).toEqual(['Normal SuccessfulAttachVolume: AttachVolume.Attach succeeded for volume "v" '])
  await use('q')
  await removePod('p')
  expect(attachments()).toHaveLength(1)
  await removePod('q')
  expect(attachments()).toEqual([])
  expect(attached()).toEqual([])
})

it('reports a failure once', async () => {
  await use('p')
  await answer({ attachError: { message: 'no such disk' } })
  await answer({ attachError: { message: 'no such disk', time: '2024-01-01T00:00:00Z' } })
  expect(cluster.events('p')).toEqual([
    'Warning FailedAttachVolume: AttachVolume.Attach failed for volume "v" : no such disk',
  ])
})

it('reports a driver that does not answer', async () => {
  await use('p')
  await cluster.pass(121_000)
  await settle()
  expect(cluster.events('p')).toEqual([
    'Warning FailedAttachVolume: AttachVolume.Attach failed for volume "v" : ' +
      'timed out waiting for external-attacher of csi.own.io CSI driver to attach volume v',
  ])
})

it('attaches a volume of one node to another only after it is detached', async () => {
  await use('p')
  await answer({ attached: true })
  await use('q', 'm')
  expect(cluster.events('q')).toEqual([
    'Warning FailedAttachVolume: Multi-Attach error for volume "v" Volume is already used by pod(s) p',
  ])
  await removePod('p')
  await answer({ attached: true })
  expect(attached('n')).toEqual([])
  expect(attached('m')).toHaveLength(1)
})

it('waits until the node reports the volume as unused', async () => {
  const inUse = async (volumesInUse: string[] | null): Promise<void> => {
    await cluster.context.objects.patchStatus(NODES, { namespace: '', name: 'n' }, 'merge', {
      status: { volumesInUse },
    })
    await settle()
  }
  await use('p')
  await answer({ attached: true })
  await inUse(['kubernetes.io/csi/csi.own.io^v'])
  await removePod('p')
  expect(attached()).toHaveLength(1)
  await inUse(null)
  expect(attached()).toEqual([])
  expect(attachments()).toEqual([])
})

it('creates no attachment when the driver needs none, or when the kubelet attaches', async () => {
  await cluster.create('storage.k8s.io/csidrivers', {
    kind: 'CSIDriver',
    apiVersion: 'storage.k8s.io/v1',
    metadata: { name: 'csi.own.io' },
    spec: { attachRequired: false },
  })
  await use('p')
  await cluster.create('nodes', { kind: 'Node', apiVersion: 'v1', metadata: { name: 'alone' } })
  await use('q', 'alone')
  expect(attachments()).toEqual([])
})

it('continues with the attachments that exist at its start', async () => {
  await use('p')
  await answer({ attached: true })
  for (const one of cluster.controllers) one.stop()
  await removePod('p')
  expect(attachments()).toHaveLength(1)
  await attachDetach.open(cluster.context).start()
  await settle()
  expect(attachments()).toEqual([])
  expect(attached()).toEqual([])
})

it('keeps the entries of other writers in the node status', async () => {
  const status = { volumesAttached: [{ name: 'own.io/disk', devicePath: '' }] }
  await cluster.context.objects.patchStatus(NODES, { namespace: '', name: 'n' }, 'merge', { status })
  await settle()
  expect(attached()).toHaveLength(1)
})
