import { pageTiming } from './page-timing.ts'

/** Milliseconds between the end of an attempt and the next one. */
const PAUSE_MS = 1000

interface RepeatOptions {
  readonly signal: AbortSignal
  /** Called after each attempt; `error` is set when the attempt failed. */
  readonly attempted: (error: Error | undefined) => void
  /** Default: the timer of the page. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Runs `run` again and again, with a pause after each end, until `signal` aborts. */
export async function repeat(
  run: () => Promise<void>,
  { signal, attempted, sleep = pageTiming.sleep }: RepeatOptions,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await run()
      attempted(undefined)
    } catch (error) {
      if (signal.aborted) return
      attempted(error instanceof Error ? error : new Error(String(error)))
    }
    await sleep(PAUSE_MS, signal).catch(() => undefined)
  }
}
