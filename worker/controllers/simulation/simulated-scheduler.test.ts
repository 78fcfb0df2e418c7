import { expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import type { JsonObject } from '../../api/json.ts'
import { managed } from '../controller-fixture.ts'
import { nodeLifecycle } from '../nodes/node-lifecycle.ts'
import { conditionOf } from '../pod-states.ts'
import { simulatedScheduler } from './simulated-scheduler.ts'

const node = (name: string, spec: JsonObject = {}, more: JsonObject = {}): ApiObject => ({
  metadata: { name, labels: { 'kubernetes.io/hostname': name, zone: name.slice(0, 1) } },
  spec,
  status: { allocatable: { cpu: '2', memory: '1Gi', pods: '3', ...more } },
})

const pod = (name: string, spec: JsonObject = {}, container: JsonObject = {}, app = 'web'): ApiObject => ({
  metadata: { name, labels: { app } },
  spec: { containers: [{ name: 'c', image: 'nginx', ...container }], ...spec },
})

const cpu = (amount: string): JsonObject => ({ resources: { requests: { cpu: amount } } })

async function cluster(...nodes: readonly ApiObject[]) {
  const opened = await managed([nodeLifecycle, simulatedScheduler])
  for (const one of nodes) await opened.create('nodes', one)
  await opened.pass(0)
  const events = (): ApiObject[] =>
    opened.all('events').filter(({ involvedObject }) => (involvedObject as JsonObject)['kind'] === 'Pod')
  const place = async (one: ApiObject): Promise<string | undefined> => {
    await opened.create('pods', one)
    await opened.pass(0)
    const stored = opened.read('pods', one.metadata?.name ?? '')
    const spec = stored?.['spec'] as JsonObject
    return spec['nodeName'] as string | undefined
  }
  const why = (name: string): unknown => {
    const stored = opened.read('pods', name)
    return stored && conditionOf(stored, 'PodScheduled')
  }
  return { ...opened, place, why, events }
}

it('binds pods to the node with the fewest pods, and records an event', async () => {
  const { place, events, read, report } = await cluster(node('a'), node('b'))
  expect([await place(pod('p')), await place(pod('q')), await place(pod('r'))]).toEqual(['a', 'b', 'a'])
  expect(read('pods', 'p')).toMatchObject({ status: { conditions: [{ type: 'PodScheduled', status: 'True' }] } })
  expect(events()[0]).toMatchObject({
    reason: 'Scheduled',
    message: 'Successfully assigned default/p to a',
    source: { component: 'default-scheduler' },
    metadata: { managedFields: [{ manager: 'kube-scheduler' }] },
  })
  expect(report).not.toHaveBeenCalled()
})

it('ignores gated pods and pods of other schedulers', async () => {
  const { place } = await cluster(node('a'))
  expect(await place(pod('p', { schedulerName: 'mine' }))).toBeUndefined()
  expect(await place(pod('q', { schedulingGates: [{ name: 'a.b/c' }] }))).toBeUndefined()
})

it('reports why no node fits, in the words of the real scheduler', async () => {
  const { place, why, events, pass, create } = await cluster(
    node('a', { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] }),
    node('b', { unschedulable: true }),
    node('c'),
  )
  expect(await place(pod('big', {}, cpu('3')))).toBeUndefined()
  const message =
    '0/3 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint {gpu: yes}, 1 node(s) were unschedulable. preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.'
  expect(why('big')).toMatchObject({ status: 'False', reason: 'Unschedulable', message })
  expect(events()).toMatchObject([{ type: 'Warning', reason: 'FailedScheduling', message, count: 1 }])
  await create('nodes', node('d', {}, { cpu: '4' }))
  await pass(0)
  expect(why('big')).toMatchObject({ status: 'True' })
})

it('reports a cluster without nodes', async () => {
  const { place, why } = await cluster()
  await place(pod('p'))
  expect(why('p')).toMatchObject({ message: 'no nodes available to schedule pods' })
})

it('retries when a pod is deleted', async () => {
  const { place, context, read, pass } = await cluster(node('a'))
  await place(pod('p', {}, cpu('2')))
  expect(await place(pod('q', {}, cpu('1')))).toBeUndefined()
  const kind = { group: '', version: 'v1', resource: 'pods' }
  await context.objects.delete(kind, { namespace: 'default', name: 'p' }, { gracePeriodSeconds: 0 })
  await pass(0)
  expect(read('pods', 'q')).toMatchObject({ spec: { nodeName: 'a' } })
})

it('honours selectors, tolerations, preferences and host ports', async () => {
  const { place } = await cluster(
    node('a', { taints: [{ key: 'k', effect: 'PreferNoSchedule' }] }),
    node('b', { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] }),
    node('c'),
  )
  expect(await place(pod('p'))).toBe('c')
  expect(await place(pod('q', { nodeSelector: { zone: 'a' } }))).toBe('a')
  const tolerations = [{ key: 'k', operator: 'Exists' }]
  expect(await place(pod('r', { tolerations }))).toBe('b')
  const preference = { matchExpressions: [{ key: 'zone', operator: 'In', values: ['c'] }] }
  const nodeAffinity = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 5, preference }] }
  expect(await place(pod('s', { tolerations, affinity: { nodeAffinity } }))).toBe('c')
  const port = { ports: [{ containerPort: 80, hostPort: 80 }] }
  expect(await place(pod('t', { nodeSelector: { zone: 'c' } }, port))).toBe('c')
  expect(await place(pod('u', { nodeSelector: { zone: 'c' } }, port))).toBeUndefined()
})

const labelSelector = { matchLabels: { app: 'web' } }
const term = { labelSelector, topologyKey: 'zone' }
const apart = { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } }
const together = { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } }

it('satisfies anti-affinity and affinity', async () => {
  const { place, why } = await cluster(node('a'), node('b'), node('c'))
  expect([await place(pod('p', apart)), await place(pod('q', apart))]).toEqual(['a', 'b'])
  expect(await place(pod('r'))).toBe('c')
  await place(pod('s', apart))
  expect(why('s')).toMatchObject({
    message:
      "0/3 nodes are available: 3 node(s) didn't match pod anti-affinity rules. preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod.",
  })
  expect(await place(pod('t', together, {}, 'other'))).toBe('a')
})

it('places the first pod of a group with affinity to itself on any node', async () => {
  const { place } = await cluster(node('a'), node('b'))
  expect([await place(pod('p', together)), await place(pod('q', together))]).toEqual(['a', 'a'])
  expect(await place(pod('r', {}, {}, 'other'))).toBe('b')
})

it('spreads pods over domains', async () => {
  const { place, why } = await cluster(node('a', {}, { pods: '1' }), node('b'))
  const constraint = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector }
  const spread = { topologySpreadConstraints: [constraint] }
  expect([await place(pod('p', spread)), await place(pod('q', spread)), await place(pod('r', spread))]).toEqual([
    'a',
    'b',
    'b',
  ])
  await place(pod('s', spread))
  expect(why('s')).toMatchObject({
    message: expect.stringContaining("1 Too many pods, 1 node(s) didn't match pod topology spread constraints."),
  })
})

it('places no pod whose claim is missing', async () => {
  const { place, why } = await cluster(node('a'))
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }]
  expect(await place(pod('p', { volumes }))).toBeUndefined()
  expect(why('p')).toMatchObject({
    message:
      '0/1 nodes are available: persistentvolumeclaim "data" not found. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.',
  })
})

it('preempts pods for a pod of higher priority, and reserves the room for it', async () => {
  const { place, create, context, read, pass, why, events } = await cluster(node('a'))
  await create('scheduling.k8s.io/priorityclasses', { metadata: { name: 'high' }, value: 1000 })
  expect([await place(pod('p', {}, cpu('1'))), await place(pod('q', {}, cpu('1')))]).toEqual(['a', 'a'])
  expect(await place(pod('big', { priorityClassName: 'high' }, cpu('2')))).toBeUndefined()
  expect(why('big')).toMatchObject({ message: '0/1 nodes are available: 1 Insufficient cpu.' })
  expect(read('pods', 'big')).toMatchObject({ status: { nominatedNodeName: 'a' } })
  const leaving = { metadata: { deletionGracePeriodSeconds: 30 } }
  expect([read('pods', 'p'), read('pods', 'q')]).toMatchObject([leaving, leaving])
  expect(events().map(({ reason }) => reason)).toEqual(expect.arrayContaining(['Preempted', 'FailedScheduling']))
  await place(pod('r', {}, cpu('1')))
  const end = async (name: string): Promise<void> => {
    const kind = { group: '', version: 'v1', resource: 'pods' }
    await context.objects.delete(kind, { namespace: 'default', name }, { gracePeriodSeconds: 0 })
    await pass(0)
  }
  await end('p')
  expect(read('pods', 'r')?.['spec']).not.toHaveProperty('nodeName')
  await end('q')
  expect(read('pods', 'big')).toMatchObject({ spec: { nodeName: 'a' } })
  expect(read('pods', 'r')?.['spec']).not.toHaveProperty('nodeName')
})
