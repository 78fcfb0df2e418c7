import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { numberAt, textAt, valueAt } from '../../resources/path.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import { managed, type ManagedCluster } from '../controller-fixture.ts'
import { DEPLOYMENTS, PODS, REPLICA_SETS } from '../kinds.ts'
import { isReady } from '../pod-states.ts'
import { deployments } from './deployments.ts'
import { replicaSets } from './replica-sets.ts'

const WEB = { namespace: 'default', name: 'web' }
const template = (rev: string): JsonObject => ({
  metadata: { labels: { app: 'x', rev } },
  spec: { containers: [{ name: 'c', image: 'img' }] },
})
const deployment = (replicas: number, spec: JsonObject = {}): ApiObject => ({
  metadata: { name: 'web', namespace: 'default' },
  spec: { replicas, selector: { matchLabels: { app: 'x' } }, template: template('1'), ...spec },
})

let cluster: ManagedCluster

beforeEach(async () => {
  cluster = await managed([deployments, replicaSets])
})

afterEach(() => {
  cluster.context.stop()
  expect(cluster.report).not.toHaveBeenCalled()
})

/** Waits for the replica sets, which write the state of their pods with a delay. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await cluster.pass(200)
}

async function put(given: ApiObject): Promise<void> {
  await cluster.create('apps/deployments', given)
  await rest()
}

async function change(patch: Json): Promise<void> {
  await cluster.context.objects.patch(DEPLOYMENTS, WEB, 'merge', patch)
  await rest()
}

const web = (): ApiObject => cluster.read('apps/deployments', 'web') ?? {}
const set = (rev: string): ApiObject | undefined =>
  cluster.all('apps/replicasets').find((one) => textAt(one, 'metadata.labels.rev') === rev)
const sizes = (...revs: string[]): number[] => revs.map((rev) => numberAt(set(rev) ?? {}, 'spec.replicas'))
const annotation = (object: ApiObject | undefined, key: string): string | undefined =>
  object?.metadata?.annotations?.[`deployment.kubernetes.io/${key}`]
const condition = (type: string): JsonObject | undefined =>
  (valueAt(web(), 'status.conditions') as JsonObject[]).find((one) => one['type'] === type)
const events = (): unknown[] =>
  cluster
    .all('events')
    .filter((event) => textAt(event, 'involvedObject.kind') === 'Deployment')
    .map((event) => event['message'])

/** Makes at most `count` pods of a revision ready, as a node would. */
async function makeReady(rev: string, count = Infinity): Promise<void> {
  const pods = cluster.all('pods').filter((pod) => textAt(pod, 'metadata.labels.rev') === rev && !isReady(pod))
  const status = {
    phase: 'Running',
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2020-01-01T00:00:00Z' }],
  }
  for (const pod of pods.slice(0, count))
    await cluster.context.objects.patchStatus(PODS, namespacedName(pod), 'merge', { status })
  await rest()
}

describe('a rollout', () => {
  it('creates a replica set and reports its progress', async () => {
    await put(deployment(2))
    expect(set('1')).toMatchObject({
      metadata: { name: 'web-64bfc9d956', labels: { 'pod-template-hash': '64bfc9d956' } },
      spec: { replicas: 2, selector: { matchLabels: { app: 'x', 'pod-template-hash': '64bfc9d956' } } },
    })
    expect(annotation(set('1'), 'desired-replicas')).toBe('2')
    expect(annotation(set('1'), 'max-replicas')).toBe('3')
    expect(web()['status']).toMatchObject({
      observedGeneration: 1,
      unavailableReplicas: 2,
      conditions: [
        { type: 'Available', status: 'False', reason: 'MinimumReplicasUnavailable' },
        { type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated' },
      ],
    })
    await makeReady('1')
    expect(condition('Available')).toMatchObject({ status: 'True', message: 'Deployment has minimum availability.' })
    expect(condition('Progressing')?.['message']).toBe('ReplicaSet "web-64bfc9d956" has successfully progressed.')
    expect(events()).toEqual(['Scaled up replica set web-64bfc9d956 to 2'])
  })

  it('scales up within the limit of the rollout', async () => {
    await put(deployment(4, { strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } }))
    await makeReady('1')
    await change({ spec: { template: template('2') } })
    expect(sizes('1', '2')).toEqual([3, 2])
    await makeReady('2', 1)
    expect(sizes('1', '2')).toEqual([2, 3])
    await makeReady('2')
    await makeReady('2')
    expect(sizes('1', '2')).toEqual([0, 4])
    expect(annotation(web(), 'revision')).toBe('2')
  })

  it('scales down unhealthy pods first', async () => {
    await put(deployment(4, { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } }))
    await makeReady('1', 2)
    await change({ spec: { template: template('2') } })
    expect(sizes('1', '2')).toEqual([3, 1])
  })

  it('recreates pods only after all old pods are gone', async () => {
    await put(deployment(1, { strategy: { type: 'Recreate' } }))
    await makeReady('1')
    const [pod] = cluster.all('pods')
    await cluster.context.objects.patch(PODS, namespacedName(pod ?? {}), 'merge', {
      metadata: { finalizers: ['own.io/keep'] },
    })
    await change({ spec: { template: template('2') } })
    expect(sizes('1')).toEqual([0])
    expect(set('2')).toBeUndefined()
    await cluster.context.objects.patch(PODS, namespacedName(pod ?? {}), 'merge', { metadata: { finalizers: null } })
    await cluster.context.objects.delete(PODS, namespacedName(pod ?? {}), { gracePeriodSeconds: 0 })
    await rest()
    expect(sizes('1', '2')).toEqual([0, 1])
  })

  it('fails at the progress deadline, and recovers', async () => {
    await put(deployment(1, { progressDeadlineSeconds: 10 }))
    await cluster.pass(8000)
    expect(condition('Progressing')?.['status']).toBe('True')
    await cluster.pass(5000)
    expect(condition('Progressing')).toMatchObject({
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
      message: 'ReplicaSet "web-64bfc9d956" has timed out progressing.',
    })
    await makeReady('1')
    expect(condition('Progressing')?.['reason']).toBe('NewReplicaSetAvailable')
  })

  it('reports why pods cannot be created', async () => {
    const alone = await managed([deployments])
    await alone.create('apps/deployments', deployment(1))
    await alone.pass(0)
    const failure = { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'no room' }
    const conditions = [{ ...failure, lastTransitionTime: '2024-01-01T00:00:00Z' }]
    const place = { namespace: 'default', name: 'web-64bfc9d956' }
    await alone.context.objects.patchStatus(REPLICA_SETS, place, 'merge', { status: { conditions } })
    await alone.pass(0)
    const times = { lastUpdateTime: '2024-01-01T00:00:00Z', lastTransitionTime: '2024-01-01T00:00:00Z' }
    expect(valueAt(alone.read('apps/deployments', 'web') ?? {}, 'status.conditions')).toContainEqual({
      ...failure,
      ...times,
    })
  })

  it('reports why the replica set cannot be created', async () => {
    const name = 'n'.repeat(250)
    await cluster.create('apps/deployments', { ...deployment(1), metadata: { name, namespace: 'default' } })
    await cluster.pass(100)
    const stored = cluster.read('apps/deployments', name)
    const [progressing] = valueAt(stored ?? {}, 'status.conditions') as JsonObject[]
    expect(progressing).toMatchObject({ type: 'Progressing', status: 'False', reason: 'ReplicaSetCreateError' })
    expect(progressing?.['message']).toMatch(/^Failed to create new replica set "n+-[a-z0-9]+": ReplicaSet.apps "n+/)
    cluster.report.mockClear()
  })
})

describe('a change of the number of replicas', () => {
  it('is shared by the sets of a rollout in proportion', async () => {
    await put(deployment(10, { strategy: { rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } } }))
    await makeReady('1')
    await change({ spec: { template: template('2') } })
    expect(sizes('1', '2')).toEqual([8, 5])
    await change({ spec: { replicas: 15 } })
    expect(sizes('1', '2')).toEqual([11, 7])
    await change({ spec: { replicas: 0 } })
    expect(sizes('1', '2')).toEqual([0, 0])
  })

  it('gives nothing to smaller sets after larger ones have taken the whole change', async () => {
    await put(deployment(3, { strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } }))
    await change({ spec: { template: template('2') } })
    expect(sizes('1', '2')).toEqual([3, 1])
    await change({ spec: { replicas: 5 } })
    expect(sizes('1', '2')).toEqual([5, 1])
  })

  it('scales while the deployment is paused, without a rollout', async () => {
    await put(deployment(1))
    await makeReady('1')
    await change({ spec: { paused: true, replicas: 3, template: template('2') } })
    expect(sizes('1')).toEqual([3])
    expect(set('2')).toBeUndefined()
    expect(condition('Progressing')).toMatchObject({ status: 'Unknown', reason: 'DeploymentPaused' })
    await change({ spec: { paused: false } })
    expect(sizes('2')).toEqual([1])
  })
})

describe('the history', () => {
  it('keeps old replica sets up to the history limit', async () => {
    await put(deployment(0, { revisionHistoryLimit: 1 }))
    for (const rev of ['2', '3', '4']) await change({ spec: { template: template(rev) } })
    expect(
      cluster
        .all('apps/replicasets')
        .map((one) => String(annotation(one, 'revision')))
        .sort(),
    ).toEqual(['3', '4'])
  })

  it('keeps the former revisions of a template in an annotation', async () => {
    await put(deployment(0))
    for (const rev of ['2', '1', '2', '1']) await change({ spec: { template: template(rev) } })
    expect(annotation(set('1'), 'revision')).toBe('5')
    expect(annotation(set('1'), 'revision-history')).toBe('1,3')
    expect(annotation(web(), 'revision')).toBe('5')
  })

  it('is rolled back by an annotation', async () => {
    const key = 'deprecated.deployment.rollback.to'
    await put({ ...deployment(0), metadata: { name: 'web', namespace: 'default', annotations: { cause: 'one' } } })
    await change({ metadata: { annotations: { cause: 'two' } }, spec: { template: template('2') } })
    await change({ metadata: { annotations: { [key]: '7' } } })
    await change({ metadata: { annotations: { [key]: '0' } } })
    expect(textAt(web(), 'spec.template.metadata.labels.rev')).toBe('1')
    expect(web().metadata?.annotations).toEqual({ cause: 'one', 'deployment.kubernetes.io/revision': '3' })
    await change({ metadata: { annotations: { [key]: '3' } } })
    expect(events()).toEqual([
      'Unable to find the revision to rollback to.',
      'Rolled back deployment "web" to revision 1',
      'The rollback revision contains the same template as current deployment "web"',
    ])
  })
})

describe('a replica set', () => {
  it('is adopted when it already has the template of the deployment', async () => {
    const labels = { app: 'x', rev: '1', 'pod-template-hash': 'one' }
    const spec = {
      replicas: 0,
      selector: { matchLabels: labels },
      template: { ...template('1'), metadata: { labels } },
    }
    await cluster.create('apps/replicasets', { metadata: { name: 'web-one', labels }, spec })
    await put(deployment(2))
    expect(set('1')?.metadata?.ownerReferences?.[0]).toMatchObject({
      kind: 'Deployment',
      name: 'web',
      controller: true,
    })
    expect(sizes('1')).toEqual([2])
    expect(condition('Progressing')?.['message']).toContain('"web-one" is progressing')
    expect(events()).toEqual(['Scaled up replica set web-one to 2 from 0'])
  })

  it('gets another hash when a set that the deployment does not own has its name', async () => {
    await put(deployment(1))
    const place = namespacedName(set('1') ?? {})
    await cluster.context.objects.patch(REPLICA_SETS, place, 'merge', { metadata: { labels: { app: 'gone' } } })
    await cluster.pass(1000)
    expect(numberAt(web(), 'status.collisionCount')).toBe(1)
    expect(cluster.all('apps/replicasets')).toHaveLength(2)
    expect(cluster.read('apps/replicasets', place.name)?.metadata?.ownerReferences).toBeUndefined()
  })

  it('follows the annotations and minReadySeconds of its deployment', async () => {
    await put(deployment(1, { minReadySeconds: 5 }))
    await change({ metadata: { annotations: { note: 'n', 'kubectl.kubernetes.io/last-applied-configuration': '{}' } } })
    expect(set('1')?.metadata?.annotations).toMatchObject({ note: 'n' })
    expect(set('1')?.metadata?.annotations).not.toHaveProperty(['kubectl.kubernetes.io/last-applied-configuration'])
    await change({ spec: { minReadySeconds: 9 } })
    expect(numberAt(set('1') ?? {}, 'spec.minReadySeconds')).toBe(9)
  })
})

it('stays within maxSurge and maxUnavailable in random runs, and completes', async () => {
  await put(deployment(6, { strategy: { rollingUpdate: { maxSurge: 2, maxUnavailable: 1 } } }))
  await makeReady('1')
  const { random } = cluster.clock
  let rev = 1
  for (let turn = 0; turn < 25; turn++) {
    const dice = random(10)
    if (dice < 2) await change({ spec: { template: template(String((rev = 1 + random(3)))) } })
    else if (dice < 3) await change({ spec: { paused: random(2) === 0 } })
    else await makeReady(String(1 + random(3)), 1 + random(2))
    const pods = cluster.all('pods')
    expect(pods.length).toBeLessThanOrEqual(8)
    expect(pods.filter(isReady).length).toBeGreaterThanOrEqual(5)
  }
  await change({ spec: { paused: false } })
  for (let turn = 0; turn < 8; turn++) await makeReady(String(rev))
  expect(numberAt(web(), 'status.availableReplicas')).toBe(6)
  expect(numberAt(web(), 'status.updatedReplicas')).toBe(6)
  expect(cluster.all('pods').every((pod) => textAt(pod, 'metadata.labels.rev') === String(rev))).toBe(true)
  expect(condition('Progressing')?.['reason']).toBe('NewReplicaSetAvailable')
})
