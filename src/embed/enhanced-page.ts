import { enhance, type EnhanceOptions } from './enhanced-code.ts'

/**
 * Makes the blocks that a selector finds runnable, after the load of the page and after each of its changes: a site with a router
 * replaces pages inside one document.
 */
export function enhancePage(selector: string, options?: EnhanceOptions): void {
  let isDue = false
  const changes = new MutationObserver(() => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      enhance(selector, options)
    })
  })
  const begin = (): void => {
    enhance(selector, options)
    changes.observe(document.documentElement, { childList: true, subtree: true })
  }
  // Waits for React and Vue: at first they compare the page with what they would render, and render it again when it has
  // more elements.
  if (document.readyState === 'complete') afterOtherWork(begin)
  else addEventListener('load', () => afterOtherWork(begin), { once: true })
}

/** Runs `work` when the browser is idle; in Safari, which has no idle callbacks, in a new task. */
const afterOtherWork = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work)
  else setTimeout(work)
}
