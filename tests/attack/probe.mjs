// Loaded into the attacked server: measures how long its event loop handles nothing else, and how far its heap grows.
import { constants, PerformanceObserver } from 'node:perf_hooks'

const TICK_MS = 5
let longest = 0
let maxHeap = 0
let baseHeap = 0
let last = performance.now()
let lastCpu = cpuMs()

/** The CPU time of all threads of the process. On a busy machine it is less than the real time. */
function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function sample() {
  maxHeap = Math.max(maxHeap, process.memoryUsage().heapUsed)
}

setInterval(() => {
  const now = performance.now()
  const cpu = cpuMs()
  longest = Math.max(longest, Math.min(now - last - TICK_MS, cpu - lastCpu))
  last = now
  lastCpu = cpu
  sample()
}, TICK_MS).unref()

new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) sample()
}).observe({ entryTypes: ['gc'] })

process.on('message', (message) => {
  if (message === 'begin') {
    globalThis.gc()
    baseHeap = process.memoryUsage().heapUsed
    maxHeap = baseHeap
    longest = 0
    last = performance.now()
    lastCpu = cpuMs()
  }
  if (message === 'collect') {
    globalThis.gc()
    maxHeap = process.memoryUsage().heapUsed
  }
  process.send({ stallMs: longest, heapBytes: maxHeap - baseHeap })
})
process.channel?.unref()
