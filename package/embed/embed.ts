import type { EmbedKit } from '../../src/embed/cluster-element.ts'
import type { EnhanceOptions } from '../../src/embed/enhanced-code.ts'
import type { TabplaneClusterElement } from '../../src/contracts/embed-api.ts'

declare global {
  interface HTMLElementTagNameMap {
    'tabplane-cluster': TabplaneClusterElement
  }
}

/**
 * Defines the elements `<tabplane-cluster>` and `<tabplane-output>` and the buttons `data-tabplane`, once for each page. On a
 * server, without a DOM, it does nothing.
 * @param app the address of the app's folder: `https://tabplane.example/`. Its release must use the same version of the
 *   messages; otherwise the element reports the difference with its event `error`
 */
export async function defineTabplane(app: string | URL): Promise<void> {
  const { customElements, document } = globalThis as Partial<typeof globalThis>
  if (customElements === undefined || document === undefined) return
  const folder = new URL('.', new URL(app, document.baseURI))
  const { defineElement } = await import('../../src/embed/define-element.ts')
  if (customElements.get('tabplane-cluster') === undefined) defineElement(folder, loadKit)
}

const loadKit = (): Promise<EmbedKit> => import('../../src/embed/embed-kit.ts')

/** Adds a button to each code block that the selector names. Resolves to the number of new buttons. */
export async function enhance(selector: string, options?: EnhanceOptions): Promise<number> {
  return (await loadKit()).enhance(selector, options)
}
