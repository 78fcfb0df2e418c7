import { getHeapStatistics } from 'node:v8'

/** Measures the turns of the event loop while a request is handled. */
export interface TurnMeter {
  /** Begins the first turn. */
  start(): void
  /** Ends a turn and begins the next one. */
  turned(): void
  /** The longest turn since `start`, milliseconds. */
  readonly longestMs: number
  /** The largest heap at the end of a turn, garbage included, above the heap at `start`, bytes. */
  readonly heapBytes: number
}

/** The CPU time of this process, milliseconds. */
export const processTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Makes a meter. On a busy machine a turn takes longer than its work, and garbage collection uses several processors:
 * the smaller of wall-clock time and CPU time counts.
 */
export function turnMeter(): TurnMeter {
  let [at, cpu, longestMs] = [0, 0, 0]
  let [heapBefore, maxHeap] = [0, 0]
  const begin = (): void => {
    at = performance.now()
    cpu = processTime()
  }
  return {
    start() {
      longestMs = 0
      heapBefore = getHeapStatistics().used_heap_size
      maxHeap = heapBefore
      begin()
    },
    turned() {
      longestMs = Math.max(longestMs, Math.min(performance.now() - at, processTime() - cpu))
      maxHeap = Math.max(maxHeap, getHeapStatistics().used_heap_size)
      begin()
    },
    get longestMs() {
      return longestMs
    },
    get heapBytes() {
      return maxHeap - heapBefore
    },
  }
}
