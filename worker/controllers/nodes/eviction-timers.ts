import type { Clock } from '../../clock/clock.ts'

interface EvictionListener {
  /** Called when the wait before the eviction of the pod is over. */
  fired(key: string): void
  /** Called when an eviction is cancelled before it has fired. */
  cancelled(key: string): void
}

/** The scheduled evictions, by pod key. */
export class EvictionTimers {
  readonly #clock: Clock
  readonly #listener: EvictionListener
  /** The cancel functions of the timers; undefined after the timer has fired. */
  readonly #timers = new Map<string, (() => void) | undefined>()

  constructor(clock: Clock, listener: EvictionListener) {
    this.#clock = clock
    this.#listener = listener
  }

  /**
   * Schedules an eviction in `ms` milliseconds. Does nothing when an eviction of the pod is scheduled, or has fired and was not
   * cancelled.
   */
  schedule(key: string, ms: number): void {
    if (this.#timers.has(key)) return
    if (ms === 0) return this.#fire(key)
    this.#timers.set(
      key,
      this.#clock.after(ms, () => this.#fire(key)),
    )
  }

  cancel(key: string): void {
    const cancelTimer = this.#timers.get(key)
    this.#timers.delete(key)
    if (cancelTimer === undefined) return
    cancelTimer()
    this.#listener.cancelled(key)
  }

  stop(): void {
    for (const cancelTimer of this.#timers.values()) cancelTimer?.()
    this.#timers.clear()
  }

  #fire(key: string): void {
    this.#timers.set(key, undefined)
    this.#listener.fired(key)
  }
}
