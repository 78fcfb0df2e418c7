import { dedent, frameAddress } from './element-parts.ts'
import type { HostMessage } from './messages.ts'

/**
 * `<tabplane-cluster>`: a cluster of its own in a frame, for any page (README: Embed). Built to one classic script,
 * `embed.js`, that loads the app from the folder it came from.
 */
const script = document.currentScript ?? document.querySelector('script[src*="/embed.js"]')
if (!(script instanceof HTMLScriptElement)) throw new Error('Load embed.js by a <script> element with its address.')
const base = new URL('.', script.src)

/** What a sandboxed frame needs, and no access to anything of the page. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads'

const style = new CSSStyleSheet()
style.replaceSync(
  ':host{display:block;box-sizing:border-box;height:420px;overflow:hidden;border:1px solid #8886;border-radius:6px}' +
    ':host([hidden]){display:none}iframe{display:block;width:100%;height:100%;border:0}',
)

class TabplaneCluster extends HTMLElement {
  static readonly observedAttributes = ['height', 'theme', 'title']
  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #frame = document.createElement('iframe')

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [style]
    // While the page is still being read, what stands between the tags is not there yet.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void this.#show())
    else queueMicrotask(() => void this.#show())
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (name === 'height') this.style.height = value !== null && /^\d+$/.test(value) ? `${value}px` : (value ?? '')
    else if (name === 'title') this.#frame.title = value || 'A cluster to try out'
    else
      this.#frame.contentWindow?.postMessage(
        { type: 'tabplane:theme', theme: (value ?? 'system') as HostMessage['theme'] } satisfies HostMessage,
        // Whoever is in the frame may know it, and a sandboxed frame's origin has no name.
        '*',
      )
  }

  async #show(): Promise<void> {
    if (!this.isConnected) return
    const frame = this.#frame
    try {
      const attributes = Object.fromEntries([...this.attributes].map(({ name, value }) => [name, value]))
      const address = await frameAddress(base, { attributes, manifest: await this.#manifest() })
      frame.title ||= 'A cluster to try out'
      frame.allow = 'clipboard-read; clipboard-write'
      frame.referrerPolicy = 'no-referrer'
      if (attributes['loading'] === 'lazy') frame.loading = 'lazy'
      if (attributes['sandbox'] !== undefined) frame.setAttribute('sandbox', attributes['sandbox'] || SANDBOX)
      frame.src = address
      this.#root.replaceChildren(frame)
    } catch (error) {
      this.#root.textContent = `The cluster cannot be shown: ${error instanceof Error ? error.message : String(error)}.`
    }
  }

  /** The text that `src` names, else what stands between the tags. */
  async #manifest(): Promise<string | undefined> {
    const src = this.getAttribute('src')
    if (src === null) {
      const holder = this.querySelector('script[type$="yaml"], script[type$="json"], template')
      const text = holder instanceof HTMLTemplateElement ? holder.content.textContent : holder?.textContent
      return text?.trim() ? dedent(text) : undefined
    }
    const response = await fetch(src)
    if (!response.ok) throw new Error(`${src} answered ${response.status}`)
    return response.text()
  }
}

// Each tag that was copied brings the script along.
if (customElements.get('tabplane-cluster') === undefined) customElements.define('tabplane-cluster', TabplaneCluster)
