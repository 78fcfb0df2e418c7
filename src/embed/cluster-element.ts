import type { CallOptions, RunOptions, ScenarioState, TabplaneClusterElement } from '../contracts/embed-api.ts'
import { dedent, frameAddress } from './element-parts.ts'
import type { enhance } from './enhanced-code.ts'
import type { enhancePage } from './enhanced-page.ts'
import type { FrameLink } from './frame-link.ts'
import type { FrameSession } from './frame-session.ts'
import type { pressBlock } from './page-blocks.ts'

/** The part of the code that loads in parallel with the first frame. */
export interface EmbedKit {
  readonly FrameSession: typeof FrameSession
  readonly pressBlock: typeof pressBlock
  readonly enhance: typeof enhance
  readonly enhancePage: typeof enhancePage
}

/** The permissions that the frame needs; it has no access to the outer page. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads'
const TITLE = 'A cluster to try out'
const REMOVED = 'The element was removed from the page'

const style = new CSSStyleSheet()
style.replaceSync(
  ':host{display:block;box-sizing:border-box;height:420px;overflow:hidden;border:1px solid #8886;border-radius:6px}' +
    ':host([hidden]){display:none}iframe{display:block;width:100%;height:100%;border:0}' +
    'slot{display:block;max-height:calc(100% - 4em);overflow:auto}button{margin:8px;padding:6px 14px;font:inherit}',
)

/** The elements in the page, in the order of their insertion. */
const elements = new Set<ClusterElement>()

/** `<tabplane-cluster>`. Other sites load this script, so it contains only the code for the first paint. */
export abstract class ClusterElement extends HTMLElement implements Omit<TabplaneClusterElement, keyof HTMLElement> {
  static readonly observedAttributes =
    'height theme title at panes src share example scenario dialect sandbox cluster'.split(' ')
  /** The folder of the app. */
  protected abstract readonly base: URL
  protected abstract readonly loadKit: () => Promise<EmbedKit>
  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #listened = new Set<string>()
  #frame: HTMLIFrameElement | undefined
  /** Aborted when the frame is removed. */
  #stopper = new AbortController()
  #opened: FrameSession | undefined
  /** Follows the promise of `#resolveSession`; a call of `#rejectSession` before that rejects it. */
  #session!: Promise<FrameSession>
  #resolveSession!: (session: Promise<FrameSession>) => void
  #rejectSession!: (error: unknown) => void
  #isStarted = false

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [style]
    this.#renew()
  }

  connectedCallback(): void {
    if (this.#stopper.signal.aborted) this.#renew()
    elements.add(this)
    // While the browser parses the page, the element has no content yet.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void this.#show())
    else queueMicrotask(() => void this.#show())
  }

  disconnectedCallback(): void {
    const [first, ...views] = this.#views
    elements.delete(this)
    if (first === this) for (const view of views) view.#restart()
    this.#end(REMOVED)
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    const frame = this.#frame
    if (name === 'height') {
      // `auto` is the default height until the frame reports the height of its panes.
      const fixed = value === 'auto' ? '' : (value ?? '')
      this.style.height = /^\d+$/.test(fixed) ? `${fixed}px` : fixed
      this.#opened?.fit()
    } else if (!frame || before === value) return
    else if (name === 'title') frame.title = value || TITLE
    else if (name === 'at') this.open(value ?? '').catch(() => undefined)
    else if (name === 'theme')
      // `*`: the message is not secret, and a sandboxed frame has an opaque origin.
      frame.contentWindow?.postMessage({ type: 'tabplane:theme', theme: value ?? 'system' }, '*')
    else this.reset().catch(() => undefined)
  }

  override addEventListener(...parameters: Parameters<HTMLElement['addEventListener']>): void {
    const [name] = parameters
    if (!this.#listened.has(name)) this.#opened?.listen(name)
    this.#listened.add(name)
    super.addEventListener(...parameters)
  }

  get ready(): Promise<void> {
    return this.#link.then(() => undefined)
  }

  get scenario(): ScenarioState | undefined {
    return this.#opened?.scenario
  }

  async run(line: string, options?: RunOptions): ReturnType<FrameLink['run']> {
    return (await this.#started()).run(line, options)
  }

  async apply(manifest: string, options?: CallOptions): ReturnType<FrameLink['apply']> {
    return (await this.#started()).apply(manifest, options)
  }

  async fetch(path: string, init?: RequestInit): Promise<Response> {
    return (await this.#started()).fetch(path, init)
  }

  async open(where: string): Promise<void> {
    return (await this.#started()).open(where)
  }

  async snapshot(options?: CallOptions): ReturnType<FrameLink['snapshot']> {
    return (await this.#started()).snapshot(options)
  }

  async share(options?: CallOptions): Promise<string> {
    return (await this.#started()).share(options)
  }

  async reset(): Promise<void> {
    for (const view of this.#views) view.#restart()
    await this.#link
  }

  get #link(): Promise<FrameLink> {
    return this.#session.then(({ link }) => link)
  }

  /** Loads the frame now if it still waits for a click or for the reader to scroll near. */
  async #started(): Promise<FrameLink> {
    if (!this.isConnected) throw new Error(REMOVED)
    if (this.#frame) this.#frame.loading = 'eager'
    else if (!this.#isStarted) this.#start()
    return this.#link
  }

  /** The elements that show the same cluster. The frame of the first one runs it. */
  get #views(): readonly ClusterElement[] {
    const name = this.getAttribute('cluster')
    const views = [...elements].filter((one) => one === this || (name && one.getAttribute('cluster') === name))
    return views.length > 0 ? views : [this]
  }

  #renew(): void {
    this.#stopper = new AbortController()
    this.#session = new Promise((resolve, reject) => ([this.#resolveSession, this.#rejectSession] = [resolve, reject]))
    // Otherwise a failure that no caller awaits would be an unhandled rejection.
    this.#session.catch(() => undefined)
    // Until the frame is inserted, the page shows the content of the element.
    this.#root.replaceChildren(document.createElement('slot'))
  }

  #end(why: string): void {
    const error = new Error(why)
    this.#stopper.abort()
    this.#rejectSession(error)
    this.#session.then((session) => session.close(error)).catch(() => undefined)
    this.#frame = this.#opened = undefined
  }

  #restart(): void {
    this.#end('The cluster was reset')
    this.#renew()
    void this.#show()
  }

  #start(): void {
    this.#isStarted = true
    void this.#show()
  }

  async #show(): Promise<void> {
    const { signal } = this.#stopper
    const attributes = Object.fromEntries([...this.attributes].map(({ name, value }) => [name, value]))
    const { title, loading, sandbox } = attributes
    if (loading === 'click' && !this.#isStarted) {
      const button = document.createElement('button')
      button.textContent = 'Start the cluster'
      button.addEventListener('click', () => this.#start())
      this.#root.append(button)
      return
    }
    this.#isStarted = true
    try {
      const [first] = this.#views
      const isView = first !== this
      const manifest = isView ? undefined : await this.#manifest()
      const address = await frameAddress(this.base, { attributes, manifest, host: origin, isView })
      if (signal.aborted || this.#frame) return
      const frame = (this.#frame = document.createElement('iframe'))
      frame.title = title || TITLE
      frame.allow = 'clipboard-read; clipboard-write'
      frame.referrerPolicy = 'no-referrer'
      if (loading === 'lazy') frame.loading = 'lazy'
      if (sandbox !== undefined) frame.setAttribute('sandbox', sandbox || SANDBOX)
      frame.src = address
      this.#resolveSession(this.#follow(frame, signal))
      this.#root.replaceChildren(frame)
      // A failed session causes only an `error` event: the reader can use the frame even when the page cannot call it.
      this.#session.catch(({ message }: Error) => signal.aborted || this.#dispatch('error', { message }))
    } catch (error) {
      if (signal.aborted) return
      const { message } = error as Error
      this.#root.textContent = `The cluster cannot be shown: ${message}.`
      this.#rejectSession(error)
      this.#dispatch('error', { message })
    }
  }

  /** Messages of the frame wait for the code that reads them. */
  async #follow(frame: HTMLIFrameElement, signal: AbortSignal): Promise<FrameSession> {
    const kit = this.loadKit()
    const session = kit.then(
      ({ FrameSession }) =>
        (this.#opened = new FrameSession({
          frame,
          base: this.base,
          listened: this.#listened,
          dispatch: (name, detail) => this.#dispatch(name, detail),
          isAuto: () => this.getAttribute('height') === 'auto',
          // The element has a border of 1 px above and below.
          resize: (height) => (this.style.height = `${height + 2}px`),
          first: () => (this.#views[0] ?? this).#started(),
        })),
    )
    const on = (target: EventTarget, name: string, act: (session: FrameSession, event: MessageEvent) => void): void =>
      target.addEventListener(name, (event) => void session.then((opened) => act(opened, event as MessageEvent)), {
        signal,
      })
    on(frame, 'load', (opened) => opened.loaded())
    on(globalThis, 'message', (opened, event) => event.source === frame.contentWindow && opened.receive(event))
    return session
  }

  #dispatch(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }

  /** The text at `src`, else of the first YAML or JSON script, template or `<pre>` in the element; undefined without both. */
  async #manifest(): Promise<string | undefined> {
    const src = this.getAttribute('src')
    if (src === null) {
      const holder = this.querySelector('script[type$="yaml"], script[type$="json"], template, pre')
      const text = holder instanceof HTMLTemplateElement ? holder.content.textContent : holder?.textContent
      return text?.trim() ? dedent(text) : undefined
    }
    const response = await fetch(src)
    if (!response.ok) throw new Error(`${src} answered ${response.status}`)
    return response.text()
  }
}
