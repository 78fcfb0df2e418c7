import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { deletion, deployment } from '../../verbs/verbs-fixture.ts'
import { managed } from '../controller-fixture.ts'
import { horizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts'

const AUTOSCALERS = 'autoscaling/horizontalpodautoscalers'
const NO_METRICS =
  'unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)'

async function cluster() {
  const made = await managed([horizontalPodAutoscaler])
  const { create, read, all } = made
  return {
    ...made,
    scale: (name: string, target: JsonObject, spec: JsonObject = {}) =>
      create(AUTOSCALERS, {
        kind: 'HorizontalPodAutoscaler',
        apiVersion: 'autoscaling/v2',
        metadata: { name },
        spec: { maxReplicas: 5, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', ...target }, ...spec },
      }),
    status: (name: string): unknown => read(AUTOSCALERS, name)?.['status'],
    replicas: (name: string): unknown => read('apps/deployments', name)?.['spec'],
    events: () => all('events', 'default').map(({ type, reason, message }) => [type, reason, message]),
  }
}

it('reports missing metrics after 15 seconds', async () => {
  const { create, scale, pass, status, events, report } = await cluster()
  await create('apps/deployments', deployment('d'))
  await scale('a', { name: 'd' })
  await pass(14_000)
  expect(status('a')).not.toHaveProperty('conditions')
  await pass(1_000)
  const error = `failed to get cpu utilization: unable to get metrics for resource cpu: ${NO_METRICS}`
  expect(status('a')).toMatchObject({
    currentReplicas: 1,
    desiredReplicas: 0,
    currentMetrics: [{ type: '' }],
    conditions: [
      { type: 'AbleToScale', status: 'True', reason: 'SucceededGetScale' },
      {
        type: 'ScalingActive',
        status: 'False',
        reason: 'FailedGetResourceMetric',
        message: `the HPA was unable to compute the replica count: ${error}`,
      },
    ],
  })
  const invalid = `invalid metrics (1 invalid out of 1), first error is: failed to get cpu resource metric value: ${error}`
  expect(events()).toContainEqual(['Warning', 'FailedGetResourceMetric', error])
  expect(events()).toContainEqual(['Warning', 'FailedComputeMetricsReplicas', invalid])
  expect(report).not.toHaveBeenCalled()
})

it('scales its target to the bounds of the autoscaler', async () => {
  const { create, scale, pass, status, replicas, events, verbs, target, caller } = await cluster()
  await create('apps/deployments', deployment('high', {}, 7))
  await create('apps/deployments', deployment('low', {}, 1))
  await scale('high', { name: 'high' })
  await scale('low', { name: 'low' }, { minReplicas: 3 })
  await pass(15_000)
  expect(replicas('high')).toMatchObject({ replicas: 5 })
  expect(replicas('low')).toMatchObject({ replicas: 3 })
  expect(status('high')).toMatchObject({
    currentReplicas: 7,
    desiredReplicas: 5,
    currentMetrics: null,
    conditions: [{ type: 'AbleToScale', status: 'True', reason: 'SucceededRescale' }],
  })
  expect(status('high')).toHaveProperty('lastScaleTime')
  expect(events()).toContainEqual([
    'Normal',
    'SuccessfulRescale',
    'New size: 5; reason: Current number of replicas above Spec.MaxReplicas',
  ])
  await pass(15_000)
  expect(status('low')).toMatchObject({ currentReplicas: 3, desiredReplicas: 3, currentMetrics: [{ type: '' }] })
  await verbs.delete(target(AUTOSCALERS, 'low'), caller, deletion)
  await verbs.delete(target(AUTOSCALERS, 'high'), caller, deletion)
  await pass(60_000)
})

it('ignores a target that was scaled to zero', async () => {
  const { create, scale, pass, status, replicas } = await cluster()
  await create('apps/deployments', deployment('d', {}, 0))
  await scale('a', { name: 'd' })
  await pass(15_000)
  expect(replicas('d')).toMatchObject({ replicas: 0 })
  expect(status('a')).toMatchObject({ conditions: [{}, { type: 'ScalingActive', reason: 'ScalingDisabled' }] })
})

it('reports why its target has no scale', async () => {
  const { scale, pass, status, events } = await cluster()
  await scale('absent', { name: 'x' })
  await scale('odd', { apiVersion: 'a.b/v1', kind: 'Odd', name: 'x' })
  await scale('unscalable', { apiVersion: 'v1', kind: 'ConfigMap', name: 'x' })
  await pass(15_000)
  const failed = (message: string) => ({
    currentMetrics: null,
    conditions: [
      {
        type: 'AbleToScale',
        status: 'False',
        reason: 'FailedGetScale',
        message: `the HPA controller was unable to get the target's current scale: ${message}`,
      },
    ],
  })
  expect(status('absent')).toMatchObject(failed('deployments/scale.apps "x" not found'))
  expect(status('odd')).toMatchObject(failed('no matches for kind "Odd" in group "a.b"'))
  expect(status('unscalable')).toMatchObject(failed('the server could not find the requested resource'))
  expect(events()).toContainEqual(['Warning', 'FailedGetScale', 'deployments/scale.apps "x" not found'])
})

it('refuses to share pods with another autoscaler', async () => {
  const { create, scale, pass, status } = await cluster()
  await create('apps/deployments', deployment('d'))
  const spec = { containers: [{ name: 'c', image: 'i' }] }
  await create('pods', { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'p', labels: { a: '1' } }, spec })
  await scale('a', { name: 'd' })
  await scale('b', { name: 'd' })
  await pass(30_000)
  const message = 'pods by selector a=1 are controlled by multiple HPAs: [{a default} {b default}]'
  const ambiguous = { type: 'ScalingActive', status: 'False', reason: 'AmbiguousSelector', message }
  expect(status('a')).toMatchObject({ conditions: [{}, ambiguous] })
  expect(status('b')).toMatchObject({ conditions: [{}, ambiguous] })
})

it('distinguishes a metrics API that does not answer from an unregistered API', async () => {
  const { create, scale, pass, status } = await cluster()
  await create('apps/deployments', deployment('d'))
  await scale('a', { name: 'd' })
  const service = { name: 'metrics-server', namespace: 'kube-system' }
  const metadata = { name: 'v1beta1.metrics.k8s.io' }
  const spec = { group: 'metrics.k8s.io', version: 'v1beta1', groupPriorityMinimum: 100, versionPriority: 100, service }
  await create('apiregistration.k8s.io/apiservices', { metadata, spec }, '')
  await pass(15_000)
  const message = expect.stringContaining(
    'the server is currently unable to handle the request (get pods.metrics.k8s.io)',
  )
  expect(status('a')).toMatchObject({ conditions: [{}, { reason: 'FailedGetResourceMetric', message }] })
})
