/** Whether a caller disconnected before its answer. The `AbortSignal` is created on first use, because few requests need it. */
export class LazyAbortSignal {
  isAborted = false
  #controller: AbortController | undefined

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.isAborted) this.#controller.abort()
    }
    return this.#controller.signal
  }

  abort(): void {
    this.isAborted = true
    this.#controller?.abort()
  }
}
