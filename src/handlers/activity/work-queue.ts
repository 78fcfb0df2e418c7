/** The waits in milliseconds: the first after a failed key, and the longest. Each further wait is twice as long. */
const FIRST_WAIT = 100
const LONGEST_WAIT = 300_000

interface WorkQueueOptions {
  /** Processes a key. Resolves to the milliseconds after which the key is processed again, if any; rejects to retry. */
  process(key: string): Promise<number | undefined>
  /** Calls `task` after milliseconds; call the result to cancel. */
  after(ms: number, task: () => void): () => void
}

/**
 * Processes keys one at a time, in the order of their first addition. A key that is added while it waits is processed
 * once; a key that is added while it is processed is processed again. A failed key waits with exponential backoff.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions
  readonly #waiting = new Set<string>()
  readonly #delayed = new Map<string, () => void>()
  readonly #failures = new Map<string, number>()
  #isBusy = false
  #isPaused = false
  #isStopped = false

  constructor(options: WorkQueueOptions) {
    this.#options = options
  }

  add(key: string): void {
    if (this.#isStopped) return
    this.#delayed.get(key)?.()
    this.#delayed.delete(key)
    this.#waiting.add(key)
    if (!this.#isBusy && !this.#isPaused) void this.#work()
  }

  /** Keys wait until `resume`. A key that is being processed is finished. */
  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    if (!this.#isBusy && !this.#isStopped) void this.#work()
  }

  stop(): void {
    this.#isStopped = true
    for (const cancel of this.#delayed.values()) cancel()
    this.#delayed.clear()
    this.#waiting.clear()
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    // A key that is added during the loop is at the end of the set.
    for (const key of this.#waiting) {
      if (this.#isPaused) break
      this.#waiting.delete(key)
      await this.#process(key)
    }
    this.#isBusy = false
  }

  async #process(key: string): Promise<void> {
    try {
      const again = await this.#options.process(key)
      this.#failures.delete(key)
      if (again !== undefined) this.#addAfter(key, again)
    } catch {
      const failures = this.#failures.get(key) ?? 0
      this.#failures.set(key, failures + 1)
      this.#addAfter(key, Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT))
    }
  }

  #addAfter(key: string, ms: number): void {
    if (this.#isStopped || this.#waiting.has(key)) return
    this.#delayed.get(key)?.()
    this.#delayed.set(
      key,
      this.#options.after(ms, () => this.add(key)),
    )
  }
}
