import type { Registry } from './metrics.ts'

/** Measurements of the server's process, which its host takes when the metrics are read. */
export interface ProcessMeasures {
  /** User and system time together. */
  readonly cpuSeconds: number
  /** Seconds since 1970. */
  readonly startTime: number
  readonly residentBytes: number
  readonly virtualBytes?: number | undefined
  readonly openFiles?: number | undefined
  readonly maxFiles?: number | undefined
  /** Used bytes of the JavaScript heap. */
  readonly heapBytes: number
  /** The longest time since the last reading for which one task held the event loop. */
  readonly longestStallSeconds: number
}

const FAMILIES = [
  ['process_cpu_seconds_total', 'cpuSeconds', 'counter'],
  ['process_start_time_seconds', 'startTime', 'gauge'],
  ['process_resident_memory_bytes', 'residentBytes', 'gauge'],
  ['process_virtual_memory_bytes', 'virtualBytes', 'gauge'],
  ['process_open_fds', 'openFiles', 'gauge'],
  ['process_max_fds', 'maxFiles', 'gauge'],
  ['nodejs_heap_size_used_bytes', 'heapBytes', 'gauge'],
  ['nodejs_eventloop_lag_max_seconds', 'longestStallSeconds', 'gauge'],
] as const

/** The metrics of the process: the names of Prometheus' own clients for Go and Node.js. */
export function processMetrics(registry: Registry, measure: () => ProcessMeasures): void {
  // One measurement serves all families, which are read in one turn of the event loop.
  let taken: ProcessMeasures | undefined
  const current = (): ProcessMeasures => {
    if (taken === undefined) {
      taken = measure()
      queueMicrotask(() => (taken = undefined))
    }
    return taken
  }
  for (const [name, member, type] of FAMILIES) {
    const read = (): [string[], number][] => {
      const value = current()[member]
      return value === undefined ? [] : [[[], value]]
    }
    registry.measured({ name, labels: [] }, read, type)
  }
}
