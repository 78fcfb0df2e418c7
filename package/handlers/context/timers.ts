type Task = (...rest: unknown[]) => void

/** The timers of a handler's context. @param after calls a task once, after so many milliseconds */
export function contextTimers(after: (ms: number, task: () => void) => void) {
  const timers = new Map<number, () => void>()
  let lastTimer = 0

  function setTimer(task: Task, ms: unknown, rest: unknown[], repeats: boolean): number {
    const id = ++lastTimer
    const wait = (): void =>
      after(Number(ms) || 0, () => {
        const run = timers.get(id)
        if (!repeats) timers.delete(id)
        try {
          run?.()
        } finally {
          // As in browsers, an interval continues after a call that throws.
          if (timers.has(id)) wait()
        }
      })
    timers.set(id, () => task(...rest))
    wait()
    return id
  }

  const clearTimer = (id: number): void => void timers.delete(id)
  return {
    setTimeout: (task: Task, ms?: unknown, ...rest: unknown[]) => setTimer(task, ms, rest, false),
    setInterval: (task: Task, ms?: unknown, ...rest: unknown[]) => setTimer(task, ms, rest, true),
    clearTimeout: clearTimer,
    clearInterval: clearTimer,
  }
}
