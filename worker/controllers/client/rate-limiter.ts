import { andThen, type Awaitable } from '../../runtime/awaitable.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Verbs } from '../../verbs/verbs.ts'

/** The request rate of a client: the flags `--kube-api-qps` and `--kube-api-burst`. */
export interface ClientRate {
  /** Requests a second, on average. */
  readonly qps: number
  /** Requests at once after idle time. */
  readonly burst: number
}

/** A token bucket whose callers reserve a token and wait for it, as in golang.org/x/time/rate. */
export class TokenBucket {
  readonly #rate: ClientRate
  readonly #clock: Clock
  /** Negative while reservations wait. */
  #tokens: number
  #filledAt: number

  constructor(rate: ClientRate, clock: Clock) {
    this.#rate = rate
    this.#clock = clock
    this.#tokens = rate.burst
    this.#filledAt = clock.elapsed()
  }

  /** Takes one token. @returns the milliseconds until the token is available; 0 when it is available now */
  reserve(): number {
    const now = this.#clock.elapsed()
    const { qps, burst } = this.#rate
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * qps) - 1
    this.#filledAt = now
    return this.#tokens >= 0 ? 0 : (-this.#tokens / qps) * 1000
  }
}

/** Verbs for one client: every request but a watch takes a token, as in client-go's rest/request.go. */
export function rateLimitedVerbs(verbs: Verbs, rate: ClientRate, clock: Clock): Verbs {
  const bucket = new TokenBucket(rate, clock)
  const token = (): Awaitable<void> => {
    const wait = bucket.reserve()
    return wait > 0 ? new Promise<void>((resolve) => clock.after(wait, resolve)) : undefined
  }
  return {
    ...verbs,
    get: (...request) => andThen(token(), () => verbs.get(...request)),
    list: (...request) => andThen(token(), () => verbs.list(...request)),
    create: (...request) => andThen(token(), () => verbs.create(...request)),
    update: (...request) => andThen(token(), () => verbs.update(...request)),
    patch: (...request) => andThen(token(), () => verbs.patch(...request)),
    apply: (...request) => andThen(token(), () => verbs.apply(...request)),
    delete: (...request) => andThen(token(), () => verbs.delete(...request)),
    deleteCollection: (...request) => andThen(token(), () => verbs.deleteCollection(...request)),
  }
}

/**
 * The client of one controller; without a rate its requests are not limited.
 * @param factors multiply the rate, for a controller whose client has a higher rate in the real manager
 */
export const clientVerbs = (
  verbs: Verbs,
  clock: Clock,
  rate: ClientRate | undefined,
  factors: ClientRate = { qps: 1, burst: 1 },
): Verbs =>
  rate === undefined
    ? verbs
    : rateLimitedVerbs(verbs, { qps: rate.qps * factors.qps, burst: rate.burst * factors.burst }, clock)
