/** Milliseconds from the end of a handler to its next start. */
export const RESTART_MS = 500

/** A handler that ended this often within a minute is not started again. */
const MAX_ENDS = 3

/** Counts the ends of one handler. */
export class RestartLimit {
  #ends: readonly number[] = []

  /** Counts an end at `now`, a time in milliseconds, and returns whether the handler may start again. */
  mayRestart(now: number): boolean {
    this.#ends = [...this.#ends.filter((at) => at > now - 60_000), now]
    return this.#ends.length < MAX_ENDS
  }
}
