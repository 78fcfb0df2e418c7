import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../api/object.ts'
import { StatusError } from '../api/status.ts'
import { dryRun, plain, testCluster } from './verbs-fixture.ts'

const BUDGETS = 'policy/poddisruptionbudgets'
const asked = { metadata: { name: 'p' } }

interface Situation {
  readonly ready?: boolean
  readonly spec?: ApiObject
  /** The status of the budget. When it is missing, no budget is created. */
  readonly status?: ApiObject
}

/** Creates a cluster with a running pod `p`, and with a budget `b` for the pod when `status` is given. */
async function situation({ ready = true, spec = {}, status }: Situation) {
  const cluster = await testCluster()
  const { create, verbs, target, caller, store } = cluster
  await create('pods', {
    metadata: { name: 'p', labels: { app: 'x' } },
    spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
  })
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }]
  const pod = store.get({ resource: 'pods', namespace: 'default', name: 'p' })?.object ?? {}
  const running = { ...pod, status: { phase: 'Running', conditions } }
  await verbs.update(target('pods', 'p', 'default', 'status'), caller, running, plain)
  if (status !== undefined) {
    const budget = await create(BUDGETS, {
      metadata: { name: 'b' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'x' } }, ...spec },
    })
    const observed = { observedGeneration: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, ...status }
    await verbs.update(
      target(BUDGETS, 'b', 'default', 'status'),
      caller,
      { ...budget, status: { disruptionsAllowed: 0, ...observed } },
      plain,
    )
  }
  const evict = (options = plain) =>
    Promise.resolve(verbs.create(target('pods', 'p', 'default', 'eviction'), caller, asked, options))
  const stored = (resource: string, name: string) => store.get({ resource, namespace: 'default', name })?.object
  return { ...cluster, evict, pod: () => stored('pods', 'p'), budget: () => stored(BUDGETS, 'b') }
}

const refusalOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  return error instanceof StatusError ? error.status : undefined
}

describe('an eviction', () => {
  it('takes a disruption from the budget, sets DisruptionTarget on the pod, and marks the pod for deletion', async () => {
    const { evict, pod, budget } = await situation({ status: { disruptionsAllowed: 1 } })
    await evict()
    expect(budget()?.['status']).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { p: '2024-05-01T10:00:00Z' },
      conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' }],
    })
    expect(pod()).toMatchObject({
      metadata: { deletionTimestamp: expect.any(String) as string },
      status: { conditions: [{ type: 'Ready' }, { type: 'DisruptionTarget', reason: 'EvictionByEvictionAPI' }] },
    })
  })

  it('changes nothing in a dry run', async () => {
    const { evict, pod, budget } = await situation({ status: { disruptionsAllowed: 1 } })
    const before = [pod(), budget()]
    await evict(dryRun)
    expect([pod(), budget()]).toEqual(before)
  })

  it('is refused when the budget allows no disruption', async () => {
    const { evict, pod } = await situation({ status: { disruptionsAllowed: 0 } })
    expect(await refusalOf(evict())).toMatchObject({
      code: 429,
      reason: 'TooManyRequests',
      details: {
        causes: [
          { reason: 'DisruptionBudget', message: 'The disruption budget b needs 1 healthy pods and has 1 currently' },
        ],
      },
    })
    expect(pod()?.metadata?.deletionTimestamp).toBeUndefined()
  })

  it('is refused with the numbers of a budget whose pods could not be counted', async () => {
    const lastTransitionTime = '2024-05-01T10:00:00Z'
    const condition = { type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message: 'x' }
    const conditions = [{ ...condition, lastTransitionTime }]
    const { evict } = await situation({ status: { disruptionsAllowed: 0, conditions } })
    expect(await refusalOf(evict())).toMatchObject({
      details: { causes: [{ message: 'The disruption budget b needs 1 healthy pods and has 1 currently' }] },
    })
  })

  it('is refused with 429 until the status of the budget is current', async () => {
    const { evict } = await situation({ status: { disruptionsAllowed: 1, observedGeneration: 0 } })
    expect(await refusalOf(evict())).toMatchObject({
      code: 429,
      details: {
        causes: [{ message: 'The disruption budget b is still being processed by the server.' }],
        retryAfterSeconds: 10,
      },
    })
  })

  it('is refused for a pod with two budgets', async () => {
    const { evict, create } = await situation({ status: { disruptionsAllowed: 1 } })
    await create(BUDGETS, { metadata: { name: 'c' }, spec: { minAvailable: 1, selector: {} } })
    expect(await refusalOf(evict())).toMatchObject({
      code: 500,
      message: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    })
  })

  it('of an unready pod needs no disruption when enough pods are healthy, or when the budget allows it', async () => {
    const healthy = await situation({ ready: false, status: { disruptionsAllowed: 0 } })
    await healthy.evict()
    expect(healthy.pod()?.metadata?.deletionTimestamp).toBeDefined()
    const allowing = await situation({
      ready: false,
      spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' },
      status: { disruptionsAllowed: 0, currentHealthy: 0 },
    })
    await allowing.evict()
    expect(allowing.pod()?.metadata?.deletionTimestamp).toBeDefined()
  })
})
