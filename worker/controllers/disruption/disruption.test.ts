import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { deletion, plain } from '../../verbs/verbs-fixture.ts'
import { managed } from '../controller-fixture.ts'
import { disruption } from './disruption.ts'

const BUDGETS = 'policy/poddisruptionbudgets'
const containers = [{ name: 'c', image: 'i' }]
const labels = { app: 'x' }
const selector = { matchLabels: labels }

const budget = (name: string, spec: JsonObject): ApiObject => ({
  kind: 'PodDisruptionBudget',
  apiVersion: 'policy/v1',
  metadata: { name },
  spec: { selector, ...spec },
})

interface PodParts {
  readonly owner?: ApiObject
  readonly kind?: string
  readonly apiVersion?: string
  readonly isReady?: boolean
}

async function cluster() {
  const made = await managed([disruption])
  const { create, verbs, target, caller, read, all } = made
  const status = (name: string): unknown => read(BUDGETS, name)?.['status']
  return {
    ...made,
    status,
    async setPodStatus(pod: ApiObject, change: JsonObject) {
      const at = target('pods', pod.metadata?.name ?? '', 'default', 'status')
      await verbs.update(at, caller, { ...pod, status: change }, plain)
    },
    replicaSet: (name: string, replicas: number) =>
      create('apps/replicasets', {
        kind: 'ReplicaSet',
        apiVersion: 'apps/v1',
        metadata: { name },
        spec: { replicas, selector, template: { metadata: { labels }, spec: { containers } } },
      }),
    async pod(name: string, { owner, kind, apiVersion, isReady = true }: PodParts = {}) {
      const reference = owner && {
        apiVersion: apiVersion ?? owner.apiVersion ?? '',
        kind: kind ?? owner.kind ?? '',
        name: owner.metadata?.name ?? '',
        uid: owner.metadata?.uid ?? '',
        controller: true,
      }
      const metadata = { name, labels, ...(reference !== undefined && { ownerReferences: [reference] }) }
      const pod = await create('pods', { kind: 'Pod', apiVersion: 'v1', metadata, spec: { containers } })
      if (!isReady) return pod
      const conditions = [{ type: 'Ready', status: 'True' }]
      const at = target('pods', name, 'default', 'status')
      return (await verbs.update(at, caller, { ...pod, status: { phase: 'Running', conditions } }, plain)).object
    },
    events: () => all('events', 'default').map(({ reason, message }) => [reason, message]),
  }
}

it('counts the pods that their controllers want, and the healthy ones', async () => {
  const { replicaSet, pod, create, pass, status, report } = await cluster()
  const owner = await replicaSet('r', 5)
  await pod('a', { owner })
  await pod('b', { owner })
  await pod('c', { owner, isReady: false })
  await create(BUDGETS, budget('missing', { maxUnavailable: '50%' }))
  await create(BUDGETS, budget('share', { minAvailable: '20%' }))
  await create(BUDGETS, budget('number', { minAvailable: 1 }))
  await pass(0)
  expect(status('missing')).toMatchObject({ expectedPods: 5, desiredHealthy: 2, currentHealthy: 2 })
  expect(status('missing')).toMatchObject({ disruptionsAllowed: 0, observedGeneration: 1 })
  expect(status('share')).toMatchObject({ expectedPods: 5, desiredHealthy: 1, disruptionsAllowed: 1 })
  expect(status('number')).toMatchObject({
    expectedPods: 3,
    disruptionsAllowed: 1,
    conditions: [
      { type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods', message: '', observedGeneration: 1 },
    ],
  })
  expect(report).not.toHaveBeenCalled()
})

it('follows the readiness of the pods and changes of the budget', async () => {
  const { replicaSet, pod, create, pass, status, setPodStatus, verbs, target, caller, read } = await cluster()
  const owner = await replicaSet('r', 2)
  const first = await pod('a', { owner })
  await pod('b', { owner })
  await create(BUDGETS, budget('g', { minAvailable: 1 }))
  await pass(0)
  expect(status('g')).toMatchObject({ currentHealthy: 2, disruptionsAllowed: 1 })
  await setPodStatus(first, { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] })
  await pass(0)
  expect(status('g')).toMatchObject({ currentHealthy: 1, disruptionsAllowed: 0 })
  await verbs.update(
    target(BUDGETS, 'g'),
    caller,
    { ...read(BUDGETS, 'g'), spec: { selector, minAvailable: 0 } },
    plain,
  )
  await pass(0)
  expect(status('g')).toMatchObject({ observedGeneration: 2, desiredHealthy: 0, disruptionsAllowed: 1 })
  await verbs.delete(target('pods', 'b'), caller, { ...deletion, gracePeriodSeconds: 0 })
  await pass(0)
  expect(status('g')).toMatchObject({ expectedPods: 1, currentHealthy: 0, disruptionsAllowed: 0 })
})

it('reports that pods without a controller do not count', async () => {
  const { pod, create, pass, status, events } = await cluster()
  await pod('a')
  await create(BUDGETS, budget('g', { maxUnavailable: 1 }))
  await pass(0)
  expect(status('g')).toMatchObject({ expectedPods: 0, desiredHealthy: 0, currentHealthy: 1, disruptionsAllowed: 0 })
  const [unmanaged] = events()
  expect(unmanaged?.[0]).toBe('UnmanagedPods')
  expect(unmanaged?.[1]).toContain(
    '(selector: &LabelSelector{MatchLabels:map[string]string{app: x,},MatchExpressions:[]LabelSelectorRequirement{},})',
  )
})

it('allows no disruption when the expected number of pods is unknown', async () => {
  const { pod, create, pass, status, events, report } = await cluster()
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'd', uid: 'u' } }
  await pod('a', { owner })
  await create(BUDGETS, budget('g', { maxUnavailable: 1 }))
  await pass(0)
  const message = 'daemonsets.apps does not implement the scale subresource'
  expect(status('g')).toMatchObject({
    disruptionsAllowed: 0,
    conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message }],
  })
  expect(events()).toContainEqual([
    'CalculateExpectedPodCountFailed',
    `Failed to calculate the number of expected pods: ${message}`,
  ])
  expect(report).not.toHaveBeenCalled()
})

it('reports the reason when a controller is deleted or has an unknown kind', async () => {
  const { pod, create, pass, status, replicaSet, verbs, target, caller } = await cluster()
  const reasonOf = (name: string) => (status(name) as { conditions: { message: string }[] }).conditions[0]?.message
  await pod('a', { owner: { apiVersion: 'a.b/v1', kind: 'Thing', metadata: { name: 't', uid: 'u' } } })
  await create(BUDGETS, budget('g', { maxUnavailable: 1 }))
  await pass(0)
  expect(reasonOf('g')).toBe('no matches for kind "Thing" in version "a.b/v1"')
  await verbs.delete(target('pods', 'a'), caller, { ...deletion, gracePeriodSeconds: 0 })
  const set = await replicaSet('r', 1)
  await pod('b', { owner: { ...set, metadata: { ...set.metadata, uid: 'another' } } })
  await pass(0)
  expect(reasonOf('g')).toBe('found no controllers for pod "b"')
})

it('removes a granted eviction when the pod is not deleted', async () => {
  const { replicaSet, pod, create, pass, status, verbs, target, caller, read, clock, events } = await cluster()
  const owner = await replicaSet('r', 2)
  await pod('a', { owner })
  await pod('b', { owner })
  await create(BUDGETS, budget('g', { minAvailable: 1 }))
  await pass(0)
  const before = read(BUDGETS, 'g')
  const disruptedPods = { a: new Date(clock.now()).toISOString().replace(/\.\d+/, '') }
  const granted = { ...before, status: { ...(status('g') as JsonObject), disruptionsAllowed: 0, disruptedPods } }
  await verbs.update(target(BUDGETS, 'g', 'default', 'status'), caller, granted, plain)
  await pass(0)
  expect(status('g')).toMatchObject({ disruptedPods, currentHealthy: 1, disruptionsAllowed: 0 })
  await pass(122_000)
  expect(status('g')).toMatchObject({ currentHealthy: 2, disruptionsAllowed: 1 })
  expect(status('g')).not.toHaveProperty('disruptedPods')
  expect(events()).toContainEqual(['NotDeleted', "Pod was expected by PDB default/default to be deleted but it wasn't"])
})

it('forgets an announced disruption that did not happen', async () => {
  const { pod, setPodStatus, pass, read, clock } = await cluster()
  const made = await pod('a', { isReady: false })
  const lastTransitionTime = new Date(clock.now()).toISOString().replace(/\.\d+/, '')
  const announced = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI', lastTransitionTime }
  await setPodStatus(made, { phase: 'Running', conditions: [announced] })
  await pass(60_000)
  expect(read('pods', 'a')).toMatchObject({ status: { conditions: [{ status: 'True' }] } })
  await pass(61_000)
  expect(read('pods', 'a')).toMatchObject({ status: { conditions: [{ type: 'DisruptionTarget', status: 'False' }] } })
})
