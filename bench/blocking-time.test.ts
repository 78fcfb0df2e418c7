import { describe, expect, it } from 'vitest'
import { blockingTime, type TraceEvent } from './blocking-time.ts'

const at = (name: string, ts: number, more: Partial<TraceEvent> = {}): TraceEvent => ({
  name,
  pid: 1,
  tid: 1,
  ts,
  ...more,
})
const task = (ts: number, cpuMs: number, more: Partial<TraceEvent> = {}): TraceEvent =>
  at('RunTask', ts, { dur: 900_000, tdur: cpuMs * 1000, ...more })

describe('blockingTime', () => {
  it('counts the time beyond 50 ms that each task after the first paint takes on a processor four times slower', () => {
    const events = [
      task(0, 100, { dur: 5 }),
      at('firstContentfulPaint', 1000),
      task(2000, 12),
      task(3000, 20),
      task(4000, 25),
      task(5000, 500, { tid: 2 }),
      task(5000, 500, { pid: 2 }),
      at('tabplane:opened', 9000),
    ]
    expect(blockingTime(events)).toBe(80 - 50 + (100 - 50))
  })

  it('refuses a trace without the first paint of the page', () => {
    const events = [at('firstContentfulPaint', 1000, { pid: 2 }), at('tabplane:opened', 9000)]
    expect(() => blockingTime(events)).toThrow('no first paint')
  })
})
