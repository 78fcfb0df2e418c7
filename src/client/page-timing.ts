import type { InformerOptions } from './informer.ts'

/** The frames and timers of the page for informers. A hidden page uses timers, because it draws no frames. */
export const pageTiming: Pick<InformerOptions, 'schedule' | 'sleep' | 'random'> = {
  schedule(run) {
    if (document.hidden) setTimeout(run, 100)
    else requestAnimationFrame(run)
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
