import { boundedNumber } from '../../worker/api/numbers.ts'
import type { ClusterEventName, Hello, LentWorker, Starting, WantsWorker } from '../contracts/embed-protocol.ts'
import type { FrameLink } from './frame-link.ts'
import { connectFrame } from './frame-link.ts'

/** The longest time from the load of the frame to its first message, in milliseconds. */
const HELLO_MS = 60_000
/** The longest time from `tabplane:starting` to `tabplane:hello`, in milliseconds: many frames may start on a slow machine. */
const START_MS = 10 * 60_000

/** The bounds of `height="auto"`, in CSS pixels. */
const LEAST_HEIGHT = 120
const MAX_HEIGHT = 1200

interface SessionOptions {
  readonly frame: HTMLIFrameElement
  /** The folder of the app. */
  readonly base: URL
  /** The events that the page listens to. */
  readonly listened: ReadonlySet<string>
  dispatch(name: ClusterEventName, detail: unknown): void
  /** Whether the element has `height="auto"`. */
  isAuto(): boolean
  /** Sets the height of the frame, in CSS pixels. */
  resize(height: number): void
  /** The link of the frame that runs the cluster, when this frame is only a view. */
  first(): Promise<FrameLink>
}

/** A frame of `<tabplane-cluster>`, until the element replaces it. The frame may load several times. */
export class FrameSession {
  readonly #options: SessionOptions
  readonly #origin: string
  /** The channel of the loaded document; `link` waits for its cluster. */
  #link: FrameLink | undefined
  #current!: Promise<FrameLink>
  #resolve!: (link: FrameLink) => void
  #reject!: (error: Error) => void
  #isFailed = true
  #isClosed = false
  #isFitted = false
  #isStarting = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: SessionOptions) {
    this.#options = options
    const { frame, base } = options
    const isOpaque = frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin')
    this.#origin = isOpaque ? 'null' : base.origin
    this.#renew()
  }

  /** Resolves when the cluster has started. Rejects when it cannot start, or when the session is closed. */
  get link(): Promise<FrameLink> {
    return this.#current
  }

  get scenario(): FrameLink['scenario'] {
    return this.#link?.scenario
  }

  listen(name: string): void {
    this.#link?.listen(name)
  }

  /** Call when the attribute `height` has changed. The frame then reports the height of its panes, or stops. */
  fit(): void {
    if (this.#options.isAuto() || this.#isFitted) this.#link?.fit((this.#isFitted = this.#options.isAuto()))
  }

  /** Sets the height within bounds, because the frame may have navigated to another site. */
  #resize(height: unknown): void {
    if (this.#options.isAuto() && Number.isFinite(height))
      this.#options.resize(Math.min(Math.max(boundedNumber(height), LEAST_HEIGHT), MAX_HEIGHT))
  }

  /** Call with each message from the frame's window. */
  receive({ origin, data }: MessageEvent<Partial<Starting | Hello | WantsWorker> | null>): void {
    if (origin !== this.#origin || this.#isClosed) return
    if (data?.type === 'tabplane:hello') void this.#connect(data)
    else if (data?.type === 'tabplane:wants-worker') void this.#lend()
    else if (data?.type === 'tabplane:starting' && this.#link === undefined) {
      this.#isStarting = true
      this.#limit(START_MS)
    }
  }

  /** Call when the frame has loaded. A reader of the page may reload the frame, or follow a link in it. */
  loaded(): void {
    if (this.#link !== undefined) return void this.#link.verify()
    if (!this.#isStarting) this.#limit(HELLO_MS)
  }

  /** When no hello arrives in this time, the cluster counts as unreachable. */
  #limit(ms: number): void {
    clearTimeout(this.#timer)
    const { href } = this.#options.base
    const silent = new Error(`The frame did not answer: is ${href} reachable, and may this page frame it?`)
    this.#timer = setTimeout(() => this.#broken(silent), ms)
  }

  close(error: Error): void {
    this.#isClosed = true
    this.#fail(error)
  }

  async #connect(hello: Partial<Hello>): Promise<void> {
    const { frame, listened, dispatch } = this.#options
    if (this.#link !== undefined) this.#fail(new Error('The frame of the cluster has loaded again'))
    clearTimeout(this.#timer)
    this.#isStarting = false
    this.#renew()
    try {
      if (frame.contentWindow === null) throw new Error('The frame has no window')
      const link: FrameLink = connectFrame(frame.contentWindow, this.#origin, hello, {
        dispatch,
        resize: (height) => this.#resize(height),
        closed: (error) => this.#link === link && this.#broken(error),
      })
      this.#link = link
      for (const name of listened) link.listen(name)
      this.fit()
      await link.ready
      this.#resolve(link)
      dispatch('ready', undefined)
    } catch (error) {
      if (!this.#isFailed) this.#broken(error)
    }
  }

  async #lend(): Promise<void> {
    try {
      const port = await (await this.#options.first()).lend()
      const message: LentWorker = { type: 'tabplane:worker' }
      // `*`: an opaque origin cannot be named.
      this.#options.frame.contentWindow?.postMessage(message, this.#origin === 'null' ? '*' : this.#origin, [port])
    } catch (error) {
      if (!this.#isClosed) this.#broken(error)
    }
  }

  #renew(): void {
    if (!this.#isFailed) return
    this.#isFailed = false
    this.#current = new Promise((resolve, reject) => ([this.#resolve, this.#reject] = [resolve, reject]))
    // Otherwise a failure that no caller awaits would be an unhandled rejection.
    this.#current.catch(() => undefined)
  }

  /** Ends the channel. Calls reject, including later ones, until another document sends a hello. */
  #fail(error: Error): void {
    clearTimeout(this.#timer)
    this.#isStarting = false
    const link = this.#link
    this.#link = undefined
    this.#reject(error)
    this.#isFailed = true
    this.#renew()
    this.#reject(error)
    this.#isFailed = true
    link?.close(error)
  }

  #broken(cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    this.#fail(error)
    this.#options.dispatch('error', { message: error.message })
  }
}
