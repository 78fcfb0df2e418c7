import type { Observer } from './histogram.ts'
import type { Cell, Registry } from './metrics.ts'

/** Counts and times requests to the log, with the names that the real server uses for requests to etcd. */
export interface StorageMetrics {
  /** @param type The resource with its group: `deployments.apps`. */
  requested(operation: 'list' | 'create' | 'update' | 'delete', type: string, outcome: StorageOutcome): void
}

export interface StorageOutcome {
  readonly seconds: number
  readonly failed: boolean
}

const DURATION = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60]

interface Series {
  readonly duration: Observer
  readonly requests: Cell
  readonly errors: () => Cell
}

export function storageMetrics(registry: Registry): StorageMetrics {
  const definition = (name: string) => ({ name, stability: 'ALPHA', labels: ['operation', 'type'] }) as const
  const duration = registry.histogram(definition('etcd_request_duration_seconds'), DURATION)
  const requests = registry.counter(definition('etcd_requests_total'))
  const errors = registry.counter(definition('etcd_request_errors_total'))
  const known = new Map<string, Series>()
  return {
    requested(operation, type, { seconds, failed }) {
      const key = `${operation} ${type}`
      let series = known.get(key)
      if (series === undefined) {
        const labels = [operation, type]
        series = {
          duration: duration.of(...labels),
          requests: requests.of(...labels),
          errors: () => errors.of(...labels),
        }
        known.set(key, series)
      }
      series.duration.observe(seconds)
      series.requests.value++
      if (failed) series.errors().value++
    },
  }
}
