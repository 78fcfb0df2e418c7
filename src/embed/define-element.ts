import type { EmbedKit } from './cluster-element.ts'
import { ClusterElement } from './cluster-element.ts'

/**
 * Defines `<tabplane-cluster>`, which loads the app in frames, and makes buttons with `data-tabplane` work.
 * @param app the folder of the app
 */
export function defineElement(app: URL, loadKit: () => Promise<EmbedKit>): void {
  class Cluster extends ClusterElement {
    protected readonly base = app
    protected readonly loadKit = loadKit
  }
  customElements.define('tabplane-cluster', Cluster)
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-tabplane]')
    if (button) void loadKit().then(({ pressBlock }) => pressBlock(button))
  })
}
