interface FramePulseOptions {
  /** Sends the frame a message that a running frame answers. */
  ask(): void
  /** Calls `task` after milliseconds; call the result to cancel. */
  after(ms: number, task: () => void): () => void
  /** Called once when the frame has not answered many messages. */
  silent(): void
}

/** Milliseconds between two messages, and how many in a row may have no answer. A busy machine delays answers. */
const EVERY = 2_000
const MAX_MISSED = 15

/** Detects that the browser has ended the process of a frame. The element then stays in the page, and no event reports it. */
export class FramePulse {
  readonly #options: FramePulseOptions
  #missed = 0
  #cancel: () => void = () => undefined

  constructor(options: FramePulseOptions) {
    this.#options = options
    this.#ask()
  }

  /** Call when the frame has answered. */
  answered(): void {
    this.#missed = 0
  }

  stop(): void {
    this.#cancel()
  }

  #ask(): void {
    if (this.#missed >= MAX_MISSED) return this.#options.silent()
    this.#missed++
    this.#options.ask()
    this.#cancel = this.#options.after(EVERY, () => this.#ask())
  }
}
