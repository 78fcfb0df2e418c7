const FIRST_WAIT = 1000
const LONGEST_WAIT = 15 * 60 * 1000

interface Failures {
  readonly wait: number
  /** Milliseconds since 1970. */
  readonly last: number
}

/** How often a pod that fails may be replaced where its nodes refuse it again and again. */
export class FailureBackoff {
  readonly #known = new Map<string, Failures>()

  /** Milliseconds that are still to be waited for; where it is none, a failure is counted. */
  count(key: string, now: number): number {
    const known = this.#of(key, now)
    if (known !== undefined && now < known.last + known.wait) return known.last + known.wait - now
    this.#known.set(key, { wait: known === undefined ? FIRST_WAIT : Math.min(known.wait * 2, LONGEST_WAIT), last: now })
    return 0
  }

  /** What was long quiet begins anew. */
  #of(key: string, now: number): Failures | undefined {
    for (const [one, { last }] of this.#known) if (now - last > 2 * LONGEST_WAIT) this.#known.delete(one)
    return this.#known.get(key)
  }
}
