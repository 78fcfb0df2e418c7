import { enhance, type EnhanceOptions } from './enhanced-code.ts'

/**
 * Makes the blocks that a selector finds runnable, now and after each change of the page: a site with a router shows its next
 * page in the same document.
 * @throws SyntaxError for a selector that is not one
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
  enhance(selector, options)
  changes.observe(document.documentElement, { childList: true, subtree: true })
}
