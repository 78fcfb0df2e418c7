interface TabLockEvents {
  taken(): void
  lost(): void
}

/**
 * A Web Lock that one tab of the browser holds. When a tab takes it from another one, the other tab queues for it, and
 * holds it again when the first one closes. When the browser has no Web Locks (a sandboxed frame) or denies them (a
 * frame in a page of another site), each page holds its own lock.
 */
export class TabLock {
  readonly #name: string
  readonly #events: TabLockEvents
  readonly #locks: Pick<LockManager, 'request'> | undefined
  #isHeld: boolean
  #isOver = false
  #releaseLock: (() => void) | undefined

  constructor(name: string, events: TabLockEvents, locks = locksOfPage()) {
    this.#name = name
    this.#events = events
    this.#locks = locks
    this.#isHeld = locks === undefined
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Waits for the lock; `taken` is called when this tab holds it. */
  request(): void {
    if (this.#locks === undefined) this.#events.taken()
    else void this.#hold({})
  }

  /** Takes the lock, from another tab if need be. */
  async take(): Promise<void> {
    if (this.#isHeld) return
    await new Promise<void>((resolve) => void this.#hold({ steal: true }, resolve))
  }

  release(): void {
    this.#isOver = true
    this.#releaseLock?.()
  }

  async #hold(options: LockOptions, held: () => void = () => undefined): Promise<void> {
    const begin = (): void => {
      this.#isHeld = true
      held()
      this.#events.taken()
    }
    try {
      await this.#locks?.request(this.#name, options, () => {
        if (this.#isOver || this.#isHeld) return
        begin()
        return new Promise<void>((resolve) => (this.#releaseLock = resolve))
      })
    } catch (error) {
      if (isStolen(error)) {
        this.#isHeld = false
        this.#events.lost()
        if (!this.#isOver) void this.#hold({})
      } else if (!this.#isHeld && !this.#isOver) begin()
      else throw error
    }
  }
}

const locksOfPage = (): Pick<LockManager, 'request'> | undefined =>
  'locks' in navigator && origin !== 'null' ? navigator.locks : undefined

/** Whether another tab has taken the lock. Any other error comes from a browser that denies locks, or from the listener. */
const isStolen = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
