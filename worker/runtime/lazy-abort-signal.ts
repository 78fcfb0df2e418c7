/** Whether a caller disconnected before its answer. The `AbortSignal` is created on first use, because few requests need it. */
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
