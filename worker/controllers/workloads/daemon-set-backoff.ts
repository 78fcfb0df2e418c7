/** Delays in milliseconds. */
const FIRST_WAIT = 1000
const LONGEST_WAIT = 15 * 60 * 1000

interface Failures {
  /** The current delay in milliseconds. */
  readonly wait: number
  /** Milliseconds since 1970. */
  readonly last: number
}

/** Limits how often a failed pod is replaced on a node that keeps refusing it. */
export class FailureBackoff {
  readonly #known = new Map<string, Failures>()

  /** The remaining delay in milliseconds. When the delay is 0, counts another failure. */
  count(key: string, now: number): number {
    const known = this.#recent(key, now)
    if (known !== undefined && now < known.last + known.wait) return known.last + known.wait - now
    this.#known.set(key, { wait: known === undefined ? FIRST_WAIT : Math.min(known.wait * 2, LONGEST_WAIT), last: now })
    return 0
  }

  /** Forgets old failures: after a long time without a failure the delay has its initial value again. */
  #recent(key: string, now: number): Failures | undefined {
    for (const [one, { last }] of this.#known) if (now - last > 2 * LONGEST_WAIT) this.#known.delete(one)
    return this.#known.get(key)
  }
}
