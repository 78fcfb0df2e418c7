import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyJson, type Json, type JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import { managed, type ManagedCluster } from '../controller-fixture.ts'
import { PODS, REPLICA_SETS } from '../kinds.ts'
import { isActive } from '../pod-states.ts'
import { replicaSets } from './replica-sets.ts'
import { replicationControllers } from './replication-controllers.ts'

const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'img' }] } }
const set = (replicas: number, spec: JsonObject = {}): ApiObject => ({
  metadata: { name: 'r', namespace: 'default' },
  spec: { replicas, selector: { matchLabels: { app: 'x' } }, template, ...spec },
})

let cluster: ManagedCluster

beforeEach(async () => {
  cluster = await managed([replicaSets, replicationControllers])
})

afterEach(() => {
  cluster.context.stop()
  expect(cluster.report).not.toHaveBeenCalled()
})

async function put(given: ApiObject, resource = 'apps/replicasets'): Promise<void> {
  await cluster.create(resource, given)
  await cluster.pass(500)
}

async function patch(name: string, change: Json, part?: 'status'): Promise<void> {
  const { objects } = cluster.context
  const write = part === undefined ? objects.patch : objects.patchStatus
  await write(PODS, { namespace: 'default', name }, 'merge', change)
  await cluster.pass(500)
}

const scale = async (replicas: number): Promise<void> => {
  await cluster.context.objects.patch(REPLICA_SETS, { namespace: 'default', name: 'r' }, 'merge', {
    spec: { replicas },
  })
  await cluster.pass(500)
}

const ready = (since: string): Json => ({
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: since }] },
})
const read = (): ApiObject => cluster.read('apps/replicasets', 'r') ?? {}
const pods = (): string[] =>
  cluster
    .all('pods')
    .filter(isActive)
    .map((pod) => namespacedName(pod).name)
const events = (): string[] =>
  cluster.all('events').map(({ type, reason, message }) => `${String(type)} ${String(reason)}: ${String(message)}`)
const bare = (name: string, labels: Record<string, string> = { app: 'x' }): ApiObject => ({
  metadata: { name, labels },
  spec: copyJson(template.spec),
})

describe('a replica set', () => {
  it('has spec.replicas pods', async () => {
    await put(set(3))
    const { uid } = read().metadata ?? {}
    const made = cluster.all('pods')
    expect(made).toHaveLength(3)
    expect(made[0]?.metadata).toMatchObject({
      generateName: 'r-',
      labels: { app: 'x' },
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid, controller: true, blockOwnerDeletion: true },
      ],
    })
    expect(read()['status']).toEqual({ replicas: 3, fullyLabeledReplicas: 3, observedGeneration: 1 })
    expect(events().sort()).toEqual(
      made.map((pod) => `Normal SuccessfulCreate: Created pod: ${namespacedName(pod).name}`),
    )
    const before = pods()
    await scale(2)
    expect(pods()).toHaveLength(2)
    const gone = before.find((name) => !pods().includes(name))
    expect(events()).toContain(`Normal SuccessfulDelete: Deleted pod: ${gone}`)
    expect(read()['status']).toMatchObject({ replicas: 2, observedGeneration: 2 })
  })

  it('replaces pods that failed or were deleted, and counts pods that are ready and available', async () => {
    await put(set(2))
    const [first = '', second = ''] = pods()
    await patch(first, ready('2020-01-01T00:00:00Z'), 'status')
    expect(read()['status']).toMatchObject({ readyReplicas: 1, availableReplicas: 1 })
    await patch(second, { status: { phase: 'Failed' } }, 'status')
    expect(cluster.all('pods')).toHaveLength(3)
    await cluster.context.objects.delete(PODS, { namespace: 'default', name: first })
    await cluster.pass(500)
    expect(pods()).toHaveLength(2)
    expect(read()['status']).toEqual({ replicas: 2, fullyLabeledReplicas: 2, observedGeneration: 1 })
  })

  it('counts pods as available after minReadySeconds', async () => {
    await put(set(1, { minReadySeconds: 30 }))
    const since = new Date(cluster.clock.now()).toISOString().replace(/\.\d+/, '')
    await patch(pods()[0] ?? '', ready(since), 'status')
    expect(read()['status']).toMatchObject({ readyReplicas: 1 })
    expect(read()['status']).not.toHaveProperty('availableReplicas')
    await cluster.pass(31_000)
    expect(read()['status']).toMatchObject({ availableReplicas: 1 })
  })

  it('adopts pods that its selector matches, and releases pods that it no longer matches', async () => {
    for (const name of ['a', 'b']) await cluster.create('pods', bare(name))
    await put(set(2))
    expect(pods()).toEqual(['a', 'b'])
    await patch('a', { metadata: { labels: { app: 'y' } } })
    expect(cluster.read('pods', 'a')?.metadata?.ownerReferences).toBeUndefined()
    expect(pods()).toHaveLength(3)
    await patch('a', { metadata: { labels: { app: 'x' } } })
    expect(pods()).toHaveLength(2)
  })

  it('counts the pods that have all labels of its template', async () => {
    const labels = { app: 'x', v: '2' }
    await cluster.create('pods', bare('a'))
    await put(set(2, { template: { ...template, metadata: { labels } } }))
    expect(read()['status']).toMatchObject({ replicas: 2, fullyLabeledReplicas: 1 })
  })
})

it('reports failed creates, and retries with growing delays', async () => {
  await put(set(2, { template: { ...template, spec: { ...template.spec, priorityClassName: 'high' } } }))
  const message = 'pods "r-" is forbidden: no PriorityClass with name high was found'
  expect(read()['status']).toMatchObject({
    replicas: 0,
    conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message }],
  })
  const refused = `Warning FailedCreate: Error creating: ${message}`
  expect(events()).toEqual([refused])
  const tries = Number(cluster.all('events')[0]?.['count'])
  expect(tries).toBeGreaterThan(1)
  expect(tries).toBeLessThan(10)
  await cluster.create('scheduling.k8s.io/priorityclasses', { metadata: { name: 'high' }, value: 1 }, '')
  await cluster.pass(5000)
  expect(read()['status']).toEqual({ replicas: 2, fullyLabeledReplicas: 2, observedGeneration: 1 })
})

describe('a replication controller', () => {
  it('has spec.replicas pods', async () => {
    await put(
      { metadata: { name: 'r', namespace: 'default' }, spec: { replicas: 2, selector: { app: 'x' }, template } },
      'replicationcontrollers',
    )
    expect(cluster.all('pods')[0]?.metadata?.ownerReferences?.[0]).toMatchObject({
      apiVersion: 'v1',
      kind: 'ReplicationController',
    })
    expect(cluster.read('replicationcontrollers', 'r')?.['status']).toEqual({
      replicas: 2,
      fullyLabeledReplicas: 2,
      observedGeneration: 1,
    })
    expect(cluster.all('events')[0]).toMatchObject({ source: { component: 'replication-controller' } })
  })
})
