import type { EmbedKit } from './cluster-element.ts'
import { ClusterElement } from './cluster-element.ts'

/**
 * `<tabplane-cluster>`: a cluster of its own in a frame, for any page (docs/embed.md). Built to one classic script,
 * `embed.js`, which loads the app and `embed-kit.js` from its own folder.
 */
const script = document.currentScript ?? document.querySelector('script[src*="/embed.js"]')
if (!(script instanceof HTMLScriptElement)) throw new Error('Load embed.js by a <script> element with its address.')
const folder = new URL('.', script.src)

class Cluster extends ClusterElement {
  protected readonly base = folder

  protected loadKit(): Promise<EmbedKit> {
    return import(/* @vite-ignore */ new URL('embed-kit.js', folder).href) as Promise<EmbedKit>
  }
}

// A page with several copied tags runs this script several times.
if (customElements.get('tabplane-cluster') === undefined) customElements.define('tabplane-cluster', Cluster)
