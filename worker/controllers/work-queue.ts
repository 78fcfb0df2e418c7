import { StatusError } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import type { Retries, WorkQueue } from './controller.ts'
import { isAway } from './endless-watch.ts'

const WORKERS = 5
/** As the real one's: from 5 ms, twice as long each time, up to 1000 s. */
const FIRST_RETRY = 5
const LONGEST_RETRY = 1_000_000
/** What a timer can be set to: such a key comes before its time, and asks again. */
const LONGEST_TIMER = 2 ** 31 - 1

interface QueueOptions {
  readonly clock: Clock
  readonly sync: (key: string) => Promise<void>
  readonly report: (error: unknown) => void
  /** Nothing is worked on before it resolves; undefined: it has. */
  readonly ready: () => Promise<unknown> | undefined
  readonly retries?: Retries | undefined
}

/** Thrown by a sync that has to be called again later, though nothing is wrong with it. */
export class TryAgain extends Error {}

export class KeyQueue implements WorkQueue {
  readonly #options: QueueOptions
  readonly #waiting = new Set<string>()
  readonly #working = new Set<string>()
  /** Added while they were worked on. */
  readonly #again = new Set<string>()
  readonly #failures = new Map<string, number>()
  readonly #timers = new Map<string, { readonly due: number; cancel(): void }>()
  #isWoken = false
  #isStopped = false

  constructor(options: QueueOptions) {
    this.#options = options
  }

  add(key: string): void {
    if (this.#isStopped) return
    if (this.#working.has(key)) this.#again.add(key)
    else this.#waiting.add(key)
    this.#wake()
  }

  addAfter(key: string, ms: number): void {
    if (this.#isStopped) return
    if (ms <= 0) return this.add(key)
    const { clock } = this.#options
    const due = clock.elapsed() + ms
    const known = this.#timers.get(key)
    if (known !== undefined && known.due <= due) return
    known?.cancel()
    const cancel = clock.after(Math.min(ms, LONGEST_TIMER), () => {
      this.#timers.delete(key)
      this.add(key)
    })
    this.#timers.set(key, { due, cancel })
  }

  stop(): void {
    this.#isStopped = true
    this.#waiting.clear()
    this.#again.clear()
    for (const { cancel } of this.#timers.values()) cancel()
    this.#timers.clear()
  }

  /** What is added in one turn is worked on in the next: mostly it is one key, added several times. */
  #wake(): void {
    if (this.#isWoken) return
    this.#isWoken = true
    queueMicrotask(() => void this.#pump())
  }

  async #pump(): Promise<void> {
    for (let wait = this.#options.ready(); wait !== undefined; wait = this.#options.ready()) await wait
    this.#isWoken = false
    for (const key of this.#waiting) {
      if (this.#working.size >= WORKERS) break
      this.#waiting.delete(key)
      this.#working.add(key)
      void this.#work(key)
    }
  }

  async #work(key: string): Promise<void> {
    try {
      await this.#options.sync(key)
      this.#failures.delete(key)
    } catch (error) {
      this.#retry(key, error)
    }
    this.#working.delete(key)
    if (this.#again.delete(key)) this.#waiting.add(key)
    if (this.#waiting.size > 0) this.#wake()
  }

  #retry(key: string, error: unknown): void {
    if (this.#isStopped) return
    const failures = this.#failures.get(key) ?? 0
    this.#failures.set(key, failures + 1)
    const { first = FIRST_RETRY, longest = LONGEST_RETRY } = this.#options.retries ?? {}
    this.addAfter(key, Math.min(first * 2 ** failures, longest))
    if (!isExpected(error)) this.#options.report(error)
  }
}

/** What others did meanwhile, or do not allow; storage that is away; and what says more of one of these. */
const isExpected = (error: unknown): boolean =>
  error instanceof TryAgain ||
  isAway(error) ||
  (error instanceof StatusError && [403, 404, 409, 429].includes(error.code)) ||
  (error instanceof Error && error.cause !== undefined && isExpected(error.cause))
