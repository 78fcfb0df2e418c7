// Loaded into the attacked server: measures how long its event loop handles nothing else, and how far its heap grows.
import { constants, PerformanceObserver } from 'node:perf_hooks'

const TICK_MS = 5
let longest = 0
let mostHeap = 0
let baseHeap = 0
let last = performance.now()
let lastCpu = cpuMs()

/** The CPU time of all threads of the process. On a busy machine it is less than the real time. */
function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function sample() {
  mostHeap = Math.max(mostHeap, process.memoryUsage().heapUsed)
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
    mostHeap = baseHeap
    longest = 0
    last = performance.now()
    lastCpu = cpuMs()
  }
  if (message === 'collect') {
    globalThis.gc()
    mostHeap = process.memoryUsage().heapUsed
  }
  process.send({ stallMs: longest, heapBytes: mostHeap - baseHeap })
})
process.channel?.unref()
