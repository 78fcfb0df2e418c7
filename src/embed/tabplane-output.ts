import type { TabplaneClusterElement } from '../contracts/embed-api.ts'
import { clusterNamed } from './page-blocks.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** Milliseconds between two runs of a live command. */
const PAUSE_MS = 150

/**
 * `<tabplane-output for="shop" command="kubectl get deploy" live>`: the output of a command. With `live` the command runs
 * again after each change of the cluster. Until the first output, the element shows its content.
 */
class TabplaneOutput extends HTMLElement {
  static readonly observedAttributes = ['for', 'command', 'live']
  #stopper: AbortController | undefined
  #isRunning = false
  #isStale = false

  connectedCallback(): void {
    this.#follow()
  }

  disconnectedCallback(): void {
    this.#stopper?.abort()
    this.#stopper = undefined
  }

  attributeChangedCallback(): void {
    if (this.#stopper !== undefined) this.#follow()
  }

  #follow(): void {
    this.#stopper?.abort()
    const { signal } = (this.#stopper = new AbortController())
    const cluster = clusterNamed(this.getAttribute('for') ?? '')
    if (cluster === undefined) return
    this.style.cssText ||= 'display:block;overflow:auto;font-family:monospace;white-space:pre'
    if (this.hasAttribute('live')) this.setAttribute('aria-live', 'polite')
    const refresh = (): void => void this.#refresh(cluster, signal)
    cluster.addEventListener('ready', refresh, { signal })
    if (this.hasAttribute('live')) cluster.addEventListener('change', refresh, { signal })
    // A failure of the cluster is reported by an event of the cluster's element.
    cluster.ready.then(refresh, () => undefined)
  }

  /** Runs the command. When changes arrive during the run, the command runs once more. */
  async #refresh(cluster: TabplaneClusterElement, signal: AbortSignal): Promise<void> {
    this.#isStale = true
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#isStale && !signal.aborted) {
      this.#isStale = false
      try {
        const { stdout, stderr } = await cluster.run(this.getAttribute('command') ?? '', { signal })
        if (!signal.aborted && this.textContent !== stdout + stderr) this.textContent = stdout + stderr
      } catch (error) {
        if (!signal.aborted) this.textContent = errorMessage(error)
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    this.#isRunning = false
    const next = this.#stopper?.signal
    if (this.#isStale && next !== undefined && next !== signal) this.#follow()
  }
}

if (customElements.get('tabplane-output') === undefined) customElements.define('tabplane-output', TabplaneOutput)
