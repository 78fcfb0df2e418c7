import { dedent, frameAddress } from './element-parts.ts'
import type { CallOptions, RunOptions, TabplaneClusterElement } from './embed-api.ts'
import type { Hello } from './embed-protocol.ts'
import type { connectFrame, FrameLink } from './frame-link.ts'

/** The part that loads when a frame says hello. */
export interface EmbedKit {
  readonly connectFrame: typeof connectFrame
}

/** The permissions that the frame needs; it has no access to the outer page. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads'
const TITLE = 'A cluster to try out'
/** After the frame has loaded. */
const HELLO_MS = 60_000

const STYLE =
  ':host{display:block;box-sizing:border-box;height:420px;overflow:hidden;border:1px solid #8886;border-radius:6px}' +
  ':host([hidden]){display:none}iframe{display:block;width:100%;height:100%;border:0}'

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

const style = new CSSStyleSheet()
style.replaceSync(STYLE)

/** `<tabplane-cluster>`. Other sites load this script, so it holds only what the first paint needs. */
export abstract class ClusterElement extends HTMLElement implements Omit<TabplaneClusterElement, keyof HTMLElement> {
  static readonly observedAttributes = 'height theme title at panes src share example scenario dialect sandbox'.split(
    ' ',
  )
  /** The folder of the app. */
  protected abstract readonly base: URL
  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #listened = new Set<string>()
  #frame: HTMLIFrameElement | undefined
  #link: FrameLink | undefined
  /** Counts the frames, because loading one waits for texts. */
  #round = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isFailed = true
  #ready!: Promise<FrameLink>
  #resolve!: (link: FrameLink) => void
  #reject!: (error: Error) => void

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [style]
    this.#renew()
  }

  protected abstract loadKit(): Promise<EmbedKit>

  connectedCallback(): void {
    addEventListener('message', this.#hear)
    this.#renew()
    // While the browser parses the page, the element has no content yet.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void this.#show())
    else queueMicrotask(() => void this.#show())
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#hear)
    this.#round++
    this.#fail(new Error('The element was removed from the page'))
    this.#frame = undefined
    this.#root.replaceChildren()
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    const frame = this.#frame
    if (name === 'height') this.style.height = value !== null && /^\d+$/.test(value) ? `${value}px` : (value ?? '')
    else if (frame === undefined || before === value) return
    else if (name === 'title') frame.title = value || TITLE
    else if (name === 'at') void this.#link?.open(value ?? '').catch(() => undefined)
    else if (name === 'theme')
      // `*`: the message is not secret, and a sandboxed frame has an opaque origin.
      frame.contentWindow?.postMessage({ type: 'tabplane:theme', theme: value ?? 'system' }, '*')
    else void this.reset().catch(() => undefined)
  }

  override addEventListener(...parameters: Parameters<HTMLElement['addEventListener']>): void {
    const [name] = parameters
    if (!this.#listened.has(name)) this.#link?.listen(name)
    this.#listened.add(name)
    super.addEventListener(...parameters)
  }

  get ready(): Promise<void> {
    return this.#ready.then(() => undefined)
  }

  get scenario(): FrameLink['scenario'] {
    return this.#link?.scenario
  }

  async run(line: string, options?: RunOptions): ReturnType<FrameLink['run']> {
    return (await this.#linked()).run(line, options)
  }

  async apply(manifest: string, options?: CallOptions): ReturnType<FrameLink['apply']> {
    return (await this.#linked()).apply(manifest, options)
  }

  async fetch(path: string, init?: RequestInit): Promise<Response> {
    return (await this.#linked()).fetch(path, init)
  }

  async open(where: string): Promise<void> {
    return (await this.#linked()).open(where)
  }

  async snapshot(options?: CallOptions): ReturnType<FrameLink['snapshot']> {
    return (await this.#linked()).snapshot(options)
  }

  async share(options?: CallOptions): Promise<string> {
    return (await this.#linked()).share(options)
  }

  async reset(): Promise<void> {
    this.#fail(new Error('The cluster was reset'))
    this.#renew()
    await this.#show()
    await this.#ready
  }

  async #linked(): Promise<FrameLink> {
    if (!this.isConnected) throw new Error('The element is in no page')
    if (this.#frame) this.#frame.loading = 'eager'
    return this.#ready
  }

  /** After a failure, `ready` waits for the next frame. */
  #renew(): void {
    if (!this.#isFailed) return
    this.#isFailed = false
    this.#ready = new Promise((resolve, reject) => ([this.#resolve, this.#reject] = [resolve, reject]))
    // Only callers that wait for it handle its rejection.
    this.#ready.catch(() => undefined)
  }

  /** Ends the channel; waiting and later calls reject. */
  #fail(error: Error): void {
    clearTimeout(this.#timer)
    const link = this.#link
    this.#link = undefined
    this.#reject(error)
    this.#isFailed = true
    this.#renew()
    this.#reject(error)
    this.#isFailed = true
    link?.close(error)
  }

  async #show(): Promise<void> {
    if (!this.isConnected) return
    const round = ++this.#round
    const attributes = Object.fromEntries([...this.attributes].map(({ name, value }) => [name, value]))
    const { title, loading, sandbox } = attributes
    try {
      const manifest = await this.#manifest()
      const address = await frameAddress(this.base, { attributes, manifest, host: origin })
      if (round !== this.#round) return
      const frame = document.createElement('iframe')
      frame.title = title || TITLE
      frame.allow = 'clipboard-read; clipboard-write'
      frame.referrerPolicy = 'no-referrer'
      if (loading === 'lazy') frame.loading = 'lazy'
      if (sandbox !== undefined) frame.setAttribute('sandbox', sandbox || SANDBOX)
      frame.addEventListener('load', () => this.#loaded())
      frame.src = address
      this.#frame = frame
      this.#root.replaceChildren(frame)
    } catch (error) {
      if (round !== this.#round) return
      const { message } = errorOf(error)
      this.#root.textContent = `The cluster cannot be shown: ${message}.`
      this.#broken(errorOf(error))
    }
  }

  /** A frame loads again when its reader reloads it or follows a link. */
  #loaded(): void {
    if (this.#link !== undefined) return void this.#link.verify()
    clearTimeout(this.#timer)
    const silent = new Error(`The frame did not answer: is ${this.base.href} reachable, and may this page frame it?`)
    this.#timer = setTimeout(() => this.#broken(silent), HELLO_MS)
  }

  readonly #hear = ({ source, origin, data }: MessageEvent<Partial<Hello> | null>): void => {
    const frame = this.#frame
    if (frame?.contentWindow !== source || data?.type !== 'tabplane:hello') return
    const isSandboxed = frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin')
    if (origin === (isSandboxed ? 'null' : this.base.origin)) void this.#connect(frame, origin, data)
  }

  async #connect(frame: HTMLIFrameElement, origin: string, hello: Partial<Hello>): Promise<void> {
    if (this.#link !== undefined) this.#fail(new Error('The frame of the cluster has loaded again'))
    clearTimeout(this.#timer)
    this.#renew()
    try {
      const { connectFrame } = await this.loadKit()
      if (frame !== this.#frame || !frame.contentWindow) return
      const link: FrameLink = connectFrame(frame.contentWindow, origin, hello, {
        dispatch: (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail })),
        closed: (error) => this.#link === link && this.#broken(error),
      })
      this.#link = link
      for (const name of this.#listened) link.listen(name)
      await link.ready
      this.#resolve(link)
      this.dispatchEvent(new CustomEvent('ready'))
    } catch (error) {
      if (frame === this.#frame && !this.#isFailed) this.#broken(errorOf(error))
    }
  }

  #broken(error: Error): void {
    this.#fail(error)
    this.dispatchEvent(new CustomEvent('error', { detail: { message: error.message } }))
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
