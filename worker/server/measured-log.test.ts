import { expect, test } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { metricsRegistry } from '../observability/metrics.ts'
import { storageMetrics } from '../observability/storage-metrics.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { measuredLog } from './measured-log.ts'

const value = new Uint8Array(1)

test('counts and times each change of a commit by operation and resource, and counts failures', async () => {
  const clock = virtualClock()
  const registry = metricsRegistry({ release: '1.30' })
  const inner = memoryLog()
  let isBroken = false
  const commit: typeof inner.commit = async (changes) => {
    clock.advance(30)
    if (isBroken) throw new Error('broken')
    return inner.commit(changes)
  }
  const log = measuredLog({ ...inner, commit }, storageMetrics(registry), clock)
  if (!('commit' in log)) throw new Error('a log of one writer')
  await log.open()
  await log.commit([
    { key: 'pods/default/a', value, expected: 0 },
    { key: 'apps/deployments/default/a', value, expected: 2 },
  ])
  isBroken = true
  await expect(log.commit([{ key: 'pods/default/a', value: undefined, expected: 2 }])).rejects.toThrow('broken')
  const text = registry.text()
  expect(text).toContain('etcd_requests_total{operation="create",type="pods"} 1\n')
  expect(text).toContain('etcd_requests_total{operation="update",type="deployments.apps"} 1\n')
  expect(text).toContain('etcd_request_errors_total{operation="delete",type="pods"} 1\n')
  expect(text).toContain('etcd_request_duration_seconds_bucket{operation="create",type="pods",le="0.05"} 1\n')
  expect(text).not.toContain('etcd_request_errors_total{operation="create"')
})
