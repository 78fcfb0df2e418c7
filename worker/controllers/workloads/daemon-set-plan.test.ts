import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Observed } from './daemon-set-plan.ts'
import { rollout, planDaemonPods } from './daemon-set-plan.ts'
import { byNode } from './daemon-set-pods.ts'

const READY = {
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2024-01-01T00:00:00Z' }],
}
const FRESH = { phase: 'Pending' }

/** Makes a pod from a name such as `new@a`: a pod of the new revision on the node a. */
function pod(name: string, status: JsonObject = READY, metadata: JsonObject = {}): ApiObject {
  const [, kind, node] = /^(new|old)\d?@(\w+)$/.exec(name) ?? []
  const labels = { 'controller-revision-hash': kind === 'new' ? 'h' : 'other' }
  return {
    metadata: { name, labels, creationTimestamp: '2024-01-01T00:00:00Z', ...metadata },
    spec: { nodeName: node },
    status,
  }
}

interface Given {
  readonly rollingUpdate?: JsonObject
  readonly nodes?: readonly string[]
  /** Nodes that should run no pod, but may keep one. */
  readonly unwanted?: readonly string[]
}

const observed = (
  pods: ApiObject[],
  { rollingUpdate = {}, nodes = ['a', 'b'], unwanted = [] }: Given = {},
): Observed => ({
  daemonSet: { metadata: { name: 'd' }, spec: { updateStrategy: { type: 'RollingUpdate', rollingUpdate } } },
  nodes: nodes.map((name) => ({ metadata: { name } })),
  pods: byNode(pods),
  hash: 'h',
  placement: ({ metadata }) => ({ shouldRun: !unwanted.includes(metadata?.name ?? ''), shouldContinueRunning: true }),
  now: Date.parse('2025-01-01T00:00:00Z'),
})
const names = (pods: readonly ApiObject[]) => pods.map(({ metadata }) => metadata?.name)

describe('the plan of a daemon set', () => {
  it('creates the missing pod of a node, and removes all but the first of several', () => {
    const { create, remove } = planDaemonPods(observed([pod('new1@a'), pod('new0@a')]))
    expect(create).toEqual(['b'])
    expect(names(remove)).toEqual(['new1@a'])
  })

  it('waits for a terminating pod, unless pods may surge', () => {
    const leaving = pod('old@a', READY, { deletionTimestamp: '2024-01-01T00:00:00Z' })
    expect(planDaemonPods(observed([leaving, pod('new@b')])).create).toEqual([])
    expect(planDaemonPods(observed([leaving, pod('new@b')], { rollingUpdate: { maxSurge: 1 } })).create).toEqual(['a'])
  })

  it('keeps an old pod beside a new one until the new one is available', () => {
    const rollingUpdate = { maxSurge: '10%' }
    const fresh = [pod('old@a'), pod('new@a', FRESH), pod('new@b')]
    expect(names(planDaemonPods(observed(fresh, { rollingUpdate })).remove)).toEqual([])
    const ready = [pod('old@a'), pod('new@a'), pod('new@b')]
    expect(names(planDaemonPods(observed(ready, { rollingUpdate })).remove)).toEqual(['old@a'])
    const useless = [pod('old@a', FRESH), pod('new@a', FRESH), pod('new@b')]
    expect(names(planDaemonPods(observed(useless, { rollingUpdate })).remove)).toEqual(['old@a'])
  })

  it('deletes ended pods, and pods on missing nodes', () => {
    const requiredDuringSchedulingIgnoredDuringExecution = {
      nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['gone'] }] }],
    }
    const lost = {
      ...pod('new@gone'),
      spec: { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution } } },
    }
    const work = planDaemonPods(
      observed([pod('new@a', { phase: 'Failed' }), pod('new@b', { phase: 'Succeeded' }), lost]),
    )
    expect(work.failed.map(([one, node]) => [one.metadata?.name, node])).toEqual([['new@a', 'a']])
    expect(work.succeeded.map(([one, node]) => [one.metadata?.name, node])).toEqual([['new@b', 'b']])
    expect(names(work.remove)).toEqual(['new@gone'])
    expect(work.create).toEqual([])
  })
})

describe('a rollout', () => {
  it('replaces as many pods as may be unavailable', () => {
    const old = [pod('old@a'), pod('old@b'), pod('old@c'), pod('old@d')]
    const nodes = ['a', 'b', 'c', 'd']
    const removed = (maxUnavailable: number | string) =>
      names(rollout(observed(old, { nodes, rollingUpdate: { maxUnavailable } })).remove)
    expect(removed(1)).toEqual(['old@a'])
    expect(removed('26%')).toEqual(['old@a', 'old@b'])
    expect(removed(0)).toEqual(['old@a'])
  })

  it('replaces unavailable pods first, and counts them', () => {
    const pods = [pod('old@a'), pod('old@b', FRESH)]
    expect(names(rollout(observed(pods, { rollingUpdate: { maxUnavailable: 1 } })).remove)).toEqual(['old@b'])
    const waiting = [pod('old@a'), pod('new@b', FRESH)]
    expect(names(rollout(observed(waiting, { rollingUpdate: { maxUnavailable: 1 } })).remove)).toEqual([])
  })

  it('keeps old pods with OnDelete until a user deletes them', () => {
    const given = observed([pod('old@a')])
    const daemonSet = { ...given.daemonSet, spec: { updateStrategy: { type: 'OnDelete' } } }
    expect(rollout({ ...given, daemonSet })).toEqual({ create: [], remove: [] })
  })

  it('creates as many new pods beside old ones as maxSurge allows', () => {
    const rollingUpdate = { maxSurge: 1, maxUnavailable: 0 }
    expect(rollout(observed([pod('old@a'), pod('old@b')], { rollingUpdate })).create).toEqual(['a'])
    const surged = rollout(observed([pod('old@a'), pod('new@a', FRESH), pod('old@b')], { rollingUpdate }))
    expect(surged).toEqual({ create: [], remove: [] })
    // Replacing an unavailable pod does not reduce availability.
    const useless = rollout(observed([pod('old@a', FRESH), pod('old@b')], { rollingUpdate }))
    expect(useless.create).toEqual(['a', 'b'])
  })

  it('keeps pods on unwanted nodes until enough others are available', () => {
    const rollingUpdate = { maxSurge: 1, maxUnavailable: 0 }
    const pods = [pod('old@a'), pod('new@b', FRESH)]
    const removed = (list: ApiObject[]) => names(rollout(observed(list, { rollingUpdate, unwanted: ['a'] })).remove)
    expect(removed(pods)).toEqual([])
    expect(removed([pod('old@a'), pod('new@b')])).toEqual(['old@a'])
    expect(removed([pod('old@a', FRESH), pod('new@b', FRESH)])).toEqual(['old@a'])
  })
})
