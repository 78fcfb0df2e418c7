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
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(new Error('Stopped'))
      })
    }),
  random: Math.random,
}
