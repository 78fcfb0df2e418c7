import type { Frame, Page } from '@playwright/test'

/** The longest wait that is divided, in milliseconds. Longer waits guard against a hang, and the machine may be busy. */
const LONGEST = 5_000

/** Divides the waits that a page or a frame begins from now on, so that a journey waits less for what the page shows slowly. */
export const hurry = (place: Page | Frame, times: number): Promise<void> =>
  place.evaluate(
    ({ divisor, longest }) => {
      const wait = globalThis.setTimeout.bind(globalThis)
      const shorter = (task: TimerHandler, ms = 0, ...rest: unknown[]): number =>
        wait(task, ms > longest ? ms : ms / divisor, ...rest)
      globalThis.setTimeout = shorter as typeof setTimeout
    },
    { divisor: times, longest: LONGEST },
  )
