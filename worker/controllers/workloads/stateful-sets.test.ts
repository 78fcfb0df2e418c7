import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { managed, type ManagedCluster } from '../controller-fixture.ts'
import { statefulSets } from './stateful-sets.ts'
import { PERSISTENT_VOLUME_CLAIMS, PODS } from '../kinds.ts'

const SETS = { group: 'apps', version: 'v1', resource: 'statefulsets' }
const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'img' }] } }
const set = (replicas: number, spec: JsonObject = {}): ApiObject => ({
  metadata: { name: 's' },
  spec: { replicas, serviceName: 'svc', selector: { matchLabels: { app: 'x' } }, template, ...spec },
})
const claimed = {
  volumeClaimTemplates: [
    {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ],
}
const place = (name: string) => ({ namespace: 'default', name })

const names = (cluster: ManagedCluster, resource = 'pods'): unknown[] =>
  cluster.all(resource).map(({ metadata }) => metadata?.name)
const status = (cluster: ManagedCluster): Json | undefined => cluster.read('apps/statefulsets', 's')?.['status']
const revisions = (cluster: ManagedCluster): ApiObject[] => cluster.all('apps/controllerrevisions')
const events = (cluster: ManagedCluster): string[] =>
  cluster.all('events').map(({ reason, message }) => `${String(reason)}: ${String(message)}`)

async function setStatus(cluster: ManagedCluster, name: string, given: JsonObject): Promise<void> {
  await cluster.context.objects.patchStatus(PODS, place(name), 'merge', { status: given })
  await cluster.pass(0)
}

const ready = (cluster: ManagedCluster, name: string, lastTransitionTime = '2024-01-01T00:00:00Z'): Promise<void> =>
  setStatus(cluster, name, { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime }] })

async function change(cluster: ManagedCluster, spec: JsonObject): Promise<void> {
  await cluster.context.objects.patch(SETS, place('s'), 'merge', { spec })
  await cluster.pass(0)
}

async function withSet(given: ApiObject): Promise<ManagedCluster> {
  const cluster = await managed([statefulSets])
  await cluster.create('apps/statefulsets', given)
  await cluster.pass(0)
  return cluster
}

describe('the stateful set controller', () => {
  it('creates pods one after the other, each after the previous one is ready', async () => {
    const cluster = await withSet(set(2))
    expect(names(cluster)).toEqual(['s-0'])
    await ready(cluster, 's-0')
    expect(names(cluster)).toEqual(['s-0', 's-1'])
    const pod = cluster.read('pods', 's-1') ?? {}
    expect(pod.metadata).toMatchObject({
      generateName: 's-',
      labels: {
        app: 'x',
        'apps.kubernetes.io/pod-index': '1',
        'controller-revision-hash': 's-5b565cbf75',
        'statefulset.kubernetes.io/pod-name': 's-1',
      },
    })
    expect([textAt(pod, 'spec.hostname'), textAt(pod, 'spec.subdomain')]).toEqual(['s-1', 'svc'])
    expect(status(cluster)).toEqual({
      observedGeneration: 1,
      replicas: 2,
      readyReplicas: 1,
      currentReplicas: 2,
      updatedReplicas: 2,
      currentRevision: 's-5b565cbf75',
      updateRevision: 's-5b565cbf75',
      collisionCount: 0,
      availableReplicas: 1,
    })
    expect(events(cluster)).toEqual([
      'SuccessfulCreate: create Pod s-0 in StatefulSet s successful',
      'SuccessfulCreate: create Pod s-1 in StatefulSet s successful',
    ])
    expect(cluster.report).not.toHaveBeenCalled()
  })

  it('creates the first pod of two billion', async () => {
    const cluster = await withSet(set(2 ** 31 - 1))
    expect(names(cluster)).toEqual(['s-0'])
    await ready(cluster, 's-0')
    expect(names(cluster)).toEqual(['s-0', 's-1'])
    expect(status(cluster)).toMatchObject({ replicas: 2, readyReplicas: 1 })
  })

  it('creates and deletes all pods at once with Parallel', async () => {
    const cluster = await withSet(set(3, { podManagementPolicy: 'Parallel', ordinals: { start: 2 } }))
    expect(names(cluster)).toEqual(['s-2', 's-3', 's-4'])
    await change(cluster, { replicas: 1 })
    expect(names(cluster)).toEqual(['s-2'])
  })

  it('deletes the last pod first, and none while another pod is not ready', async () => {
    const cluster = await withSet(set(3))
    for (const name of ['s-0', 's-1', 's-2']) await ready(cluster, name)
    await setStatus(cluster, 's-0', { phase: 'Pending', conditions: [] })
    await change(cluster, { replicas: 1 })
    expect(names(cluster)).toEqual(['s-0', 's-1', 's-2'])
    await ready(cluster, 's-0')
    expect(names(cluster)).toEqual(['s-0'])
    expect(events(cluster).slice(3)).toEqual([
      'SuccessfulDelete: delete Pod s-2 in StatefulSet s successful',
      'SuccessfulDelete: delete Pod s-1 in StatefulSet s successful',
    ])
  })

  it('replaces the pods of an old revision in descending order, down to the partition', async () => {
    const cluster = await withSet(
      set(3, { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } } }),
    )
    for (const name of ['s-0', 's-1', 's-2']) await ready(cluster, name)
    const versions = (): unknown[] => cluster.all('pods').map(({ metadata }) => metadata?.labels?.['v'])
    await change(cluster, { template: { metadata: { labels: { v: '2' } } } })
    expect(versions()).toEqual([undefined, undefined, '2'])
    await ready(cluster, 's-2')
    expect(versions()).toEqual([undefined, '2', '2'])
    await ready(cluster, 's-1')
    await cluster.context.objects.delete(PODS, place('s-0'))
    await cluster.pass(0)
    expect(versions()).toEqual([undefined, '2', '2'])
    await ready(cluster, 's-0')
    await change(cluster, { updateStrategy: { rollingUpdate: { partition: 0 } } })
    expect(versions()).toEqual(['2', '2', '2'])
    expect(status(cluster)).toMatchObject({ currentRevision: 's-5b565cbf75' })
    await ready(cluster, 's-0')
    const { metadata } = revisions(cluster).find(({ revision }) => revision === 2) ?? {}
    expect(status(cluster)).toMatchObject({ currentRevision: metadata?.name, currentReplicas: 3 })
  })

  it('creates the next pod after the previous one has been ready for minReadySeconds', async () => {
    const cluster = await withSet(set(2, { minReadySeconds: 30 }))
    const since = new Date(cluster.clock.now()).toISOString().replace(/\.\d+/, '')
    await ready(cluster, 's-0', since)
    await cluster.pass(29_000)
    expect(names(cluster)).toEqual(['s-0'])
    expect(status(cluster)).toMatchObject({ readyReplicas: 1, availableReplicas: 0 })
    await cluster.pass(2000)
    expect(names(cluster)).toEqual(['s-0', 's-1'])
  })

  it('replaces an ended pod, with an event for the deletion', async () => {
    const cluster = await withSet(set(1))
    const before = cluster.read('pods', 's-0')?.metadata?.uid
    await setStatus(cluster, 's-0', { phase: 'Failed' })
    expect(cluster.read('pods', 's-0')?.metadata?.uid).not.toBe(before)
    expect(events(cluster)).toHaveLength(2)
  })

  it('keeps old revisions up to the history limit, and reuses an equal one', async () => {
    const cluster = await withSet(set(0, { revisionHistoryLimit: 1 }))
    for (const v of ['2', '3', '4', '3']) await change(cluster, { template: { metadata: { labels: { v } } } })
    const known = revisions(cluster).map(({ data, revision }) => [
      revision,
      textAt(data as JsonObject, 'spec.template.metadata.labels.v'),
    ])
    expect(known).toHaveLength(2)
    expect(known).toContainEqual([5, '3'])
    expect(known).toContainEqual([4, '4'])
  })

  it('counts collisions of revision names', async () => {
    const cluster = await managed([statefulSets])
    const data = { spec: {} }
    const metadata = { name: 's-5b565cbf75' }
    await cluster.create('apps/controllerrevisions', { metadata, data, revision: 1 })
    await cluster.create('apps/statefulsets', set(0))
    await cluster.pass(0)
    expect(status(cluster)).toMatchObject({ collisionCount: 1 })
    const made = revisions(cluster).find((one) => one.metadata?.name !== metadata.name)
    expect(made?.metadata?.labels).toEqual({ app: 'x', 'controller.kubernetes.io/hash': '5b565cbf75' })
  })
})

describe('the pods of a stateful set', () => {
  it('have the name of the set and an ordinal; other matching pods are ignored', async () => {
    const cluster = await managed([statefulSets])
    const { metadata, spec } = template
    for (const name of ['s-0', 'stray']) await cluster.create('pods', { metadata: { ...metadata, name }, spec })
    await cluster.create('apps/statefulsets', set(1))
    await cluster.pass(0)
    expect(cluster.read('pods', 's-0')?.metadata?.ownerReferences).toHaveLength(1)
    expect(cluster.read('pods', 'stray')?.metadata?.ownerReferences).toBeUndefined()
    expect(status(cluster)).toMatchObject({ replicas: 1 })
    expect(events(cluster)).toEqual([])
  })

  it('do not include a pod whose labels do not match: the set waits without an event until that pod is deleted', async () => {
    const cluster = await managed([statefulSets])
    await cluster.create('pods', { metadata: { name: 's-0' }, spec: template.spec })
    await cluster.create('apps/statefulsets', set(1))
    await cluster.pass(100)
    expect(status(cluster)).toMatchObject({ observedGeneration: 1, replicas: 0 })
    expect(events(cluster)).toEqual([])
    await cluster.context.objects.delete(PODS, place('s-0'))
    await cluster.pass(60_000)
    expect(cluster.read('pods', 's-0')?.metadata?.ownerReferences).toHaveLength(1)
    expect(cluster.report).not.toHaveBeenCalled()
  })

  it('receive their labels again with Parallel', async () => {
    const cluster = await withSet(set(1, { podManagementPolicy: 'Parallel' }))
    const labels = { 'statefulset.kubernetes.io/pod-name': 'wrong', 'apps.kubernetes.io/pod-index': null }
    await cluster.context.objects.patch(PODS, place('s-0'), 'merge', { metadata: { labels } })
    await cluster.pass(0)
    expect(cluster.read('pods', 's-0')?.metadata?.labels).toMatchObject({
      'statefulset.kubernetes.io/pod-name': 's-0',
      'apps.kubernetes.io/pod-index': '0',
    })
    expect(events(cluster)).toContain('SuccessfulUpdate: update Pod s-0 in StatefulSet s successful')
  })
})

describe('claims of a stateful set', () => {
  it('are created before the pod that mounts them', async () => {
    const cluster = await withSet(set(1, claimed))
    expect(cluster.read('persistentvolumeclaims', 'data-s-0')?.metadata?.labels).toEqual({ app: 'x' })
    const [volume] = listAt(cluster.read('pods', 's-0') ?? {}, 'spec.volumes')
    expect(volume).toEqual({ name: 'data', persistentVolumeClaim: { claimName: 'data-s-0' } })
    expect(events(cluster)).toEqual([
      'SuccessfulCreate: create Claim data-s-0 Pod s-0 in StatefulSet s success',
      'SuccessfulCreate: create Pod s-0 in StatefulSet s successful',
    ])
  })

  it('are created again for a pod that waits for them', async () => {
    const cluster = await withSet(set(1, claimed))
    const mark = { metadata: { finalizers: null } }
    await cluster.context.objects.patch(PERSISTENT_VOLUME_CLAIMS, place('data-s-0'), 'merge', mark)
    await cluster.context.objects.delete(PERSISTENT_VOLUME_CLAIMS, place('data-s-0'))
    await setStatus(cluster, 's-0', { message: 'no claim' })
    expect(names(cluster, 'persistentvolumeclaims')).toEqual(['data-s-0'])
  })

  it('are owned by the set, or by the pods that it no longer has', async () => {
    const policy = { whenDeleted: 'Delete', whenScaled: 'Delete' }
    const cluster = await withSet(
      set(2, { ...claimed, podManagementPolicy: 'Parallel', persistentVolumeClaimRetentionPolicy: policy }),
    )
    const owners = (name: string): unknown =>
      cluster
        .read('persistentvolumeclaims', name)
        ?.metadata?.ownerReferences?.map(({ kind, controller }) => [kind, controller])
    expect(owners('data-s-1')).toEqual([['StatefulSet', true]])
    await change(cluster, { replicas: 1 })
    expect(owners('data-s-0')).toEqual([['StatefulSet', true]])
    expect(owners('data-s-1')).toEqual([['Pod', true]])
    // The claim of the former pod must be deleted first.
    await change(cluster, { replicas: 2 })
    expect(names(cluster)).toEqual(['s-0'])
    await cluster.context.objects.patch(PERSISTENT_VOLUME_CLAIMS, place('data-s-1'), 'merge', {
      metadata: { finalizers: null },
    })
    await cluster.context.objects.delete(PERSISTENT_VOLUME_CLAIMS, place('data-s-1'))
    await cluster.pass(0)
    expect(names(cluster)).toEqual(['s-0', 's-1'])
    await change(cluster, { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain' } })
    expect(owners('data-s-0')).toBeUndefined()
    expect(
      valueAt(cluster.read('persistentvolumeclaims', 'data-s-0') ?? {}, 'metadata.ownerReferences'),
    ).toBeUndefined()
  })
})
