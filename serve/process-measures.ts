import { numberOfText } from '../worker/api/numbers.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from '../worker/observability/metrics.ts'
import { processMetrics, type ProcessMeasures } from '../worker/observability/process-metrics.ts'

/** Adds the metrics of this process. */
export const addProcessMetrics = (registry: Registry): void => processMetrics(registry, processMeasures())

/**
 * Starts to measure this process. The numbers of files and the size of virtual memory come from Linux's `/proc`; on other
 * systems they are undefined.
 */
export function processMeasures(): () => ProcessMeasures {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const startTime = Date.now() / 1000 - process.uptime()
  return () => {
    const { user, system } = process.cpuUsage()
    const longestStallSeconds = delay.max / 1e9
    delay.reset()
    const { rss, heapUsed } = process.memoryUsage()
    const virtual = /^VmSize:\s+(\d+) kB/m.exec(read('/proc/self/status'))?.[1]
    const most = /^Max open files\s+(\d+)/m.exec(read('/proc/self/limits'))?.[1]
    return {
      cpuSeconds: (user + system) / 1e6,
      startTime,
      residentBytes: rss,
      virtualBytes: virtual === undefined ? undefined : numberOfText(virtual) * 1024,
      openFiles: openFiles(),
      maxFiles: most === undefined ? undefined : numberOfText(most),
      heapBytes: heapUsed,
      longestStallSeconds,
    }
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return undefined
  }
}
