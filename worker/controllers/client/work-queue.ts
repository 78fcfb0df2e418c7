import { StatusError } from '../../api/status.ts'
import type { Clock } from '../../clock/clock.ts'
import { TokenBucket } from './rate-limiter.ts'
import { isStorageUnavailable } from './reflector.ts'

/**
 * Calls a sync function for keys: one call a key at a time, several keys concurrently. A key that is added during
 * its sync is synced again.
 */
export interface WorkQueue {
  add(key: string): void
  /** When one key has several times, the earliest counts. */
  addAfter(key: string, ms: number): void
  stop(): void
}

/** The delay of a failed key: `base` doubled with each failure, at most `max`. Milliseconds. */
export interface Backoff {
  readonly base?: number
  readonly max?: number
}

interface QueueOptions {
  readonly clock: Clock
  readonly sync: (key: string) => Promise<void>
  readonly report: (error: unknown) => void
  /** The queue syncs nothing before this promise resolves; without the promise, it starts at once. */
  readonly ready: () => Promise<unknown> | undefined
  readonly backoff?: Backoff | undefined
}

/** The default of most `--concurrent-…-syncs`. */
const WORKERS = 5
/** workqueue.DefaultControllerRateLimiter of client-go: the longer of an exponential delay and the delay of a token bucket. */
const BASE_DELAY_MS = 5
const MAX_DELAY_MS = 1_000_000
const RETRY_RATE = { qps: 10, burst: 100 }

/** Thrown by a sync that needs a retry although nothing failed. */
export class RequeueError extends Error {}

export class RateLimitingQueue implements WorkQueue {
  readonly #options: QueueOptions
  readonly #pending = new Set<string>()
  readonly #processing = new Set<string>()
  /** Keys that were added during their sync. */
  readonly #dirty = new Set<string>()
  readonly #failures = new Map<string, number>()
  readonly #retries: TokenBucket
  readonly #timers = new Map<string, { readonly due: number; cancel(): void }>()
  #isScheduled = false
  #isStopped = false

  constructor(options: QueueOptions) {
    this.#options = options
    this.#retries = new TokenBucket(RETRY_RATE, options.clock)
  }

  add(key: string): void {
    if (this.#isStopped) return
    if (this.#processing.has(key)) this.#dirty.add(key)
    else this.#pending.add(key)
    this.#schedule()
  }

  addAfter(key: string, ms: number): void {
    if (this.#isStopped) return
    if (ms <= 0) return this.add(key)
    const { clock } = this.#options
    const due = clock.elapsed() + ms
    const timer = this.#timers.get(key)
    if (timer !== undefined && timer.due <= due) return
    timer?.cancel()
    const cancel = clock.after(ms, () => {
      this.#timers.delete(key)
      this.add(key)
    })
    this.#timers.set(key, { due, cancel })
  }

  /** Whether no key waits for a worker or a time, and no key is being synced. */
  get isIdle(): boolean {
    return this.#pending.size + this.#processing.size + this.#timers.size === 0
  }

  stop(): void {
    this.#isStopped = true
    this.#pending.clear()
    this.#dirty.clear()
    for (const { cancel } of this.#timers.values()) cancel()
    this.#timers.clear()
  }

  /** Starts workers in the next microtask, because several synchronous changes often add the same key. */
  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    queueMicrotask(() => void this.#startWorkers())
  }

  async #startWorkers(): Promise<void> {
    for (let wait = this.#options.ready(); wait !== undefined; wait = this.#options.ready()) await wait
    this.#isScheduled = false
    for (const key of this.#pending) {
      if (this.#processing.size >= WORKERS) break
      this.#pending.delete(key)
      this.#processing.add(key)
      void this.#process(key)
    }
  }

  async #process(key: string): Promise<void> {
    try {
      await this.#options.sync(key)
      this.#failures.delete(key)
    } catch (error) {
      this.#addRateLimited(key, error)
    }
    this.#processing.delete(key)
    if (this.#dirty.delete(key)) this.#pending.add(key)
    if (this.#pending.size > 0) this.#schedule()
  }

  #addRateLimited(key: string, error: unknown): void {
    if (this.#isStopped) return
    const failures = this.#failures.get(key) ?? 0
    this.#failures.set(key, failures + 1)
    const { base = BASE_DELAY_MS, max = MAX_DELAY_MS } = this.#options.backoff ?? {}
    this.addAfter(key, Math.max(Math.min(base * 2 ** failures, max), this.#retries.reserve()))
    if (!isExpected(error)) this.#options.report(error)
  }
}

/**
 * Whether a retry may succeed after an error: concurrent changes, refusals, unavailable storage, and errors that one of these
 * caused.
 */
const isExpected = (error: unknown): boolean =>
  error instanceof RequeueError ||
  isStorageUnavailable(error) ||
  (error instanceof StatusError && [403, 404, 409, 429].includes(error.code)) ||
  (error instanceof Error && error.cause !== undefined && isExpected(error.cause))
