import type { InformerOptions } from './informer.ts'

/** The page's own frames and timers, as an informer wants them. A hidden page draws no frames. */
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
