import type { Clock } from './clock.ts'

export interface VirtualClock extends Clock {
  /** Moves the time forward by `ms` milliseconds and runs due timers in order. */
  advance(ms: number): void
  /** The time of the next timer, comparable with `now`; undefined without a timer. */
  nextDue(): number | undefined
  /** The number of timers that have not run yet. */
  readonly pending: number
}

/** A clock that advances on request only; its randomness is a fixed sequence, so that runs repeat. */
export function virtualClock(start = Date.UTC(2024, 4, 1, 10)): VirtualClock {
  let now = start
  let seed = 1
  let sequence = 0
  const tasks = new Map<number, { due: number; task: () => void }>()
  const random = (bound: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * bound)
  }
  const due = (): [number, { due: number; task: () => void }] | undefined => {
    let first: [number, { due: number; task: () => void }] | undefined
    for (const entry of tasks) if (first === undefined || entry[1].due < first[1].due) first = entry
    return first
  }
  return {
    now: () => now,
    elapsed: () => now - start,
    after(ms, task) {
      const id = sequence++
      tasks.set(id, { due: now + ms, task })
      return () => void tasks.delete(id)
    },
    turn: () => Promise.resolve(),
    uuid() {
      const hex = Array.from({ length: 32 }, () => random(16).toString(16)).join('')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    },
    random,
    nextDue: () => due()?.[1].due,
    get pending() {
      return tasks.size
    },
    advance(ms) {
      const end = now + ms
      for (let next = due(); next !== undefined && next[1].due <= end; next = due()) {
        tasks.delete(next[0])
        now = Math.max(now, next[1].due)
        next[1].task()
      }
      now = end
    },
  }
}
