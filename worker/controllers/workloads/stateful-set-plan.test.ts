import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { planOf } from './stateful-set-plan.ts'
import { statefulPods } from './stateful-set-pods.ts'

/** The number of pods that a plan creates for a set of two billion pods, of which three exist. */
function created(spec: JsonObject): number {
  const template = { metadata: { labels: {} }, spec: { containers: [] } }
  const revision = { metadata: { name: 's-1' }, data: { spec: { template } } }
  const set = { metadata: { name: 's', namespace: 'x' }, spec: { replicas: 2 ** 31 - 1, template, ...spec } }
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2024-01-01T00:00:00Z' }]
  const pods = ['s-0', 's-1', 's-2000000000'].map((name) => ({
    metadata: { name, namespace: 'x', labels: { 'controller-revision-hash': 's-1' } },
    spec: {},
    status: { phase: 'Running', conditions },
  }))
  const revisions = { current: revision, update: revision, collisionCount: 0 }
  const { waves, status } = planOf(
    { set, pods, ...revisions, claim: () => undefined, now: Date.UTC(2025, 0, 1) },
    statefulPods(dialects.k8s),
  )
  expect(status.replicas).toBe(3)
  return waves.flat(2).filter(({ action }) => action === 'create').length
}

it('plans a bounded number of missing pods and claims', () => {
  const volumeClaimTemplates = Array.from({ length: 99 }, (_, index) => ({ metadata: { name: `c${index}` } }))
  expect(created({ podManagementPolicy: 'OrderedReady' })).toBe(1)
  expect(created({ podManagementPolicy: 'Parallel' })).toBe(500)
  expect(created({ podManagementPolicy: 'Parallel', volumeClaimTemplates })).toBe(5)
})
