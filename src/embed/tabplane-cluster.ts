import type { EmbedKit } from './cluster-element.ts'
import { defineElement } from './define-element.ts'

/**
 * `<tabplane-cluster>`: a separate cluster in a frame, for any page (docs/embed.md). This file is built to one classic
 * script, `embed.js`, which loads the app and `embed-kit.js` from its own folder.
 */
const script = document.currentScript ?? document.querySelector('script[src*="/embed.js"]')
if (!(script instanceof HTMLScriptElement)) throw new Error('Load embed.js by a <script> element with its address.')
const folder = new URL('.', script.src)

const loadKit = (): Promise<EmbedKit> =>
  import(/* @vite-ignore */ new URL('embed-kit.js', folder).href) as Promise<EmbedKit>

declare global {
  // Only `var` declares a member of `globalThis`.
  // oxlint-disable-next-line no-var
  var tabplane: { enhance?: (...parameters: Parameters<EmbedKit['enhance']>) => Promise<number> } | undefined
}

// A page with several copied tags runs this script several times.
if (customElements.get('tabplane-cluster') === undefined) {
  defineElement(folder, loadKit)
  ;(globalThis.tabplane ??= {}).enhance = async (...parameters) => (await loadKit()).enhance(...parameters)
  // `data-enhance=".tabplane"` makes code blocks runnable.
  const { enhance, cluster } = script.dataset
  if (enhance) void loadKit().then((kit) => kit.enhancePage(enhance, { cluster }))
}
