const FIRST_WAIT = 1000
const LONGEST_WAIT = 15 * 60 * 1000

interface Failures {
  readonly wait: number
  /** Milliseconds since 1970. */
  readonly last: number
}

/** Limits how often a failed pod is replaced on a node that keeps refusing it. */
export class FailureBackoff {
  readonly #known = new Map<string, Failures>()

  /** The remaining delay in milliseconds; when it is 0, another failure is counted. */
  count(key: string, now: number): number {
    const known = this.#of(key, now)
    if (known !== undefined && now < known.last + known.wait) return known.last + known.wait - now
    this.#known.set(key, { wait: known === undefined ? FIRST_WAIT : Math.min(known.wait * 2, LONGEST_WAIT), last: now })
    return 0
  }

  /** After a long time without failures the delay starts at its initial value. */
  #of(key: string, now: number): Failures | undefined {
    for (const [one, { last }] of this.#known) if (now - last > 2 * LONGEST_WAIT) this.#known.delete(one)
    return this.#known.get(key)
  }
}
