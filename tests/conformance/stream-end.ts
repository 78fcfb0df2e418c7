import type { WatchLimit } from './case.ts'

/** Milliseconds for which a stream is read when its `WatchLimit` has no `ms`. */
export const WATCH_MS = 1500
/** Milliseconds for which a stream is read after its last counted line, so that an extra line is noticed. */
const AFTER_LAST_LINE_MS = 30
/** A guard against a stream without the recorded events: longer than a busy machine takes for them. */
export const RECORDED_EVENTS_MS = 60_000
const LINE_FEED = 10

/** Decides when enough of a stream was read, and calls `end` then. */
export class StreamEnd {
  readonly #end: () => void
  readonly #count: number
  readonly #least: number
  readonly #timers: NodeJS.Timeout[] = []
  #lines = 0
  #isLate = false

  constructor({ ms = WATCH_MS, count = Infinity, least = 0 }: WatchLimit, end: () => void) {
    this.#end = end
    this.#count = count
    this.#least = least
    const late = (): void => {
      this.#isLate = true
      if (this.#lines >= least) end()
      else this.#endAfter(RECORDED_EVENTS_MS)
    }
    this.#timers.push(setTimeout(late, ms))
  }

  read(chunk: Uint8Array): void {
    const before = this.#lines
    for (const byte of chunk) if (byte === LINE_FEED) this.#lines++
    const last = this.#isLate ? this.#least : this.#count
    if (before < last && this.#lines >= last) this.#endAfter(AFTER_LAST_LINE_MS)
  }

  /** Cancels the timers, when the stream ended by itself. */
  cancel(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }

  #endAfter(ms: number): void {
    this.#timers.push(setTimeout(this.#end, ms))
  }
}
