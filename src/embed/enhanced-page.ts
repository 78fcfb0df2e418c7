/**
 * Calls `enhance` when the page has elements that the selector finds, and again after each change of the page: a site with a
 * router shows its next page in the same document.
 * @throws SyntaxError for a selector that is not one
 */
export function enhancePage(selector: string, enhance: () => void): void {
  let isDue = false
  const look = (): void => {
    isDue = false
    if (document.querySelector(selector) !== null) enhance()
  }
  const changes = new MutationObserver(() => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(look)
  })
  const begin = (): void => {
    look()
    changes.observe(document.documentElement, { childList: true, subtree: true })
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin)
  else begin()
}
