import type { Clock } from '../clock/clock.ts'

interface Waiter {
  readonly revision: number
  settle(reached: boolean): void
}

/** Callers that wait until a store reaches a revision. */
export class RevisionWaiters {
  readonly #clock: Clock
  readonly #waiters = new Set<Waiter>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether the store reaches the revision within `ms` milliseconds, and before it closes. */
  wait(revision: number, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        revision,
        settle: (reached) => {
          cancel()
          this.#waiters.delete(waiter)
          resolve(reached)
        },
      }
      const cancel = this.#clock.after(ms, () => waiter.settle(false))
      this.#waiters.add(waiter)
    })
  }

  reached(revision: number): void {
    for (const waiter of this.#waiters) if (waiter.revision <= revision) waiter.settle(true)
  }

  /** Ends all waits because the store closes. */
  close(): void {
    for (const waiter of this.#waiters) waiter.settle(false)
  }
}
