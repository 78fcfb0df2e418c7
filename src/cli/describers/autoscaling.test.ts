import { expect, test } from 'vitest'
import { autoscalerText } from './autoscaling.ts'
import { FakeServer, linesOf } from './describe-context.fixture.ts'

const path = '/apis/autoscaling/v2/namespaces/n/horizontalpodautoscalers/h'
const metadata = { name: 'h', namespace: 'n' }
const target = { type: 'Utilization', averageUtilization: 50 }
const autoscaler = {
  apiVersion: 'autoscaling/v2',
  metadata,
  spec: {
    scaleTargetRef: { kind: 'Deployment', name: 'web' },
    metrics: [
      { type: 'Resource', resource: { name: 'cpu', target } },
      { type: 'Pods', pods: { metric: { name: 'pps' }, target: { type: 'AverageValue', averageValue: '1k' } } },
      { type: 'External', external: { metric: { name: 'q' }, target: { type: 'Value', value: '30' } } },
    ],
    behavior: { scaleUp: { policies: [{ type: 'Pods', value: 4, periodSeconds: 60 }] } },
  },
  status: {
    currentMetrics: [{ type: 'Resource', resource: { current: { averageUtilization: 40, averageValue: '100m' } } }],
  },
}

test('describes the metrics of an autoscaler of either version', async () => {
  const older = { apiVersion: 'autoscaling/v1', metadata, spec: { targetCPUUtilizationPercentage: 50 } }
  const server = new FakeServer({ [path]: autoscaler })
  for (const object of [autoscaler, older]) {
    const lines = (await linesOf(autoscalerText, object, server)).map((each) => each.replace(/: +/, ': '))
    expect(lines).toContain('  resource cpu on pods  (as a percentage of request): 40% (100m) / 50%')
    expect(lines).toContain('  "pps" on pods: <unknown> / 1k')
    expect(lines).toContain('  "q" (target value): <unknown> / 30')
    expect(lines).toContain('    Select Policy: Max')
    expect(lines).toContain('Min replicas: <unset>')
  }
  expect(server.requested).toEqual([path])
})
