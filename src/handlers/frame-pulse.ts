interface FramePulseOptions {
  /** Asks the frame for a sign. */
  ask(): void
  /** Calls `task` after milliseconds; call the result to cancel. */
  after(ms: number, task: () => void): () => void
  /** Called once when the frame has given no sign to many questions. */
  silent(): void
}

/** Milliseconds between two questions, and how many of them in a row may have no answer. A busy machine delays a frame. */
const EVERY = 2_000
const MAX_MISSED = 15

/**
 * Notices the end of a frame whose process the browser has ended: the element stays in the page, and no event reports it.
 */
export class FramePulse {
  readonly #options: FramePulseOptions
  #missed = 0
  #cancel: () => void = () => undefined

  constructor(options: FramePulseOptions) {
    this.#options = options
    this.#ask()
  }

  /** The frame has answered. */
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
