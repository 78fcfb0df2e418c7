import { pauseFor } from '../../worker/runtime/on-abort.ts'
import type { InformerOptions } from './informer.ts'

/**
 * The frames and timers of the page for informers. A hidden page, and an embed outside the screen, draw no frames: a timer of 100
 * ms replaces them.
 */
export const pageTiming: Pick<InformerOptions, 'schedule' | 'sleep' | 'random'> = {
  schedule(run) {
    const timer = setTimeout(once, 100)
    const frame = requestAnimationFrame(once)
    function once(): void {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      run()
    }
  },
  sleep: (ms, signal) =>
    pauseFor(
      ms,
      (time, task) => {
        const timer = setTimeout(task, time)
        return () => clearTimeout(timer)
      },
      signal,
    ),
  random: Math.random,
}
