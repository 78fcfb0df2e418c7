import type { Target } from './attack.ts'

const PAUSE_MS = 20

/** Polls `/readyz`; the longest response time shows for how long the server answered no request. */
export function pollReadiness(target: Target): { stop(): Promise<number> } {
  let longest = 0
  const over = new AbortController()
  const polling = (async () => {
    while (!over.signal.aborted) {
      const started = performance.now()
      await target.send('GET', '/readyz', { as: 'none' }).catch(() => undefined)
      longest = Math.max(longest, performance.now() - started)
      await new Promise((resolve) => void setTimeout(resolve, PAUSE_MS))
    }
  })()
  return {
    async stop() {
      over.abort()
      await polling
      return longest
    },
  }
}
