import { expect, test } from 'vitest'
import { helpOf } from './help-texts.ts'
import { metricsRegistry } from './metrics.ts'
import { processMetrics } from './process-metrics.ts'

test('writes the measurements of the host, taken once for each text, without families that it cannot measure', async () => {
  const registry = metricsRegistry({ release: '1.30' })
  let readings = 0
  processMetrics(registry, () => {
    readings++
    return { cpuSeconds: 1.5, startTime: 1, residentBytes: 2, openFiles: 3, heapBytes: 4, longestStallSeconds: 0.1 }
  })
  const text = registry.text(helpOf)
  expect(text).toContain(
    '# HELP process_cpu_seconds_total Total user and system CPU time spent in seconds.\n' +
      '# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 1.5\n',
  )
  expect(text).toContain('# TYPE process_open_fds gauge\nprocess_open_fds 3\n')
  expect(text).not.toContain('process_max_fds')
  await Promise.resolve()
  registry.text()
  expect(readings).toBe(2)
})
