import { dedent, frameAddress } from './element-parts.ts'
import type { HostMessage } from './messages.ts'

/**
 * `<tabplane-cluster>`: a cluster of its own in a frame, for any page (README: Embed). Built to one classic script,
 * `embed.js`, which loads the app from its own folder.
 */
const script = document.currentScript ?? document.querySelector('script[src*="/embed.js"]')
if (!(script instanceof HTMLScriptElement)) throw new Error('Load embed.js by a <script> element with its address.')
const base = new URL('.', script.src)

/** The permissions that the frame needs; it has no access to the outer page. */
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
    // While the browser parses the page, the element has no content yet.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void this.#show())
    else queueMicrotask(() => void this.#show())
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (name === 'height') this.style.height = value !== null && /^\d+$/.test(value) ? `${value}px` : (value ?? '')
    else if (name === 'title') this.#frame.title = value || 'A cluster to try out'
    else
      this.#frame.contentWindow?.postMessage(
        { type: 'tabplane:theme', theme: (value ?? 'system') as HostMessage['theme'] } satisfies HostMessage,
        // `*`: the message is not secret, and a sandboxed frame has an opaque origin.
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

  /** The text at `src`, else the content of the element. */
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

// A page with several copied tags runs this script several times.
if (customElements.get('tabplane-cluster') === undefined) customElements.define('tabplane-cluster', TabplaneCluster)
