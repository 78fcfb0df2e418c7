import type { Awaitable } from './awaitable.ts'

/**
 * A computation of several steps. It yields between them, so that other work can run; its inputs must not change meanwhile.
 * @example
 * function* sorted(items: number[]): Steps<string> {
 *   items.sort()
 *   yield
 *   return items.join()
 * }
 */
export type Steps<Result> = Generator<void, Result, void>

/** Runs all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/**
 * Runs the steps, and waits before each step for which `pause` returns a promise. This includes the first step, because the
 * work before it may have been long. Without a wait the result is not a promise.
 */
export function finishWithPauses<Result>(
  steps: Steps<Result>,
  pause: () => Promise<void> | undefined,
): Awaitable<Result> {
  for (;;) {
    const paused = pause()
    if (paused !== undefined) {
      return paused.then(() => {
        const { done, value } = steps.next()
        return done === true ? value : finishWithPauses(steps, pause)
      })
    }
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
