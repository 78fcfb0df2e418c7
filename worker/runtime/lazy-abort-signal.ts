/** Whether a caller left before it had its answer. The signal is made for those who ask for it, which are few. */
export class LazyAbortSignal {
  happened = false
  #controller: AbortController | undefined

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.happened) this.#controller.abort()
    }
    return this.#controller.signal
  }

  happen(): void {
    this.happened = true
    this.#controller?.abort()
  }
}
