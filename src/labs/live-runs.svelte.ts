import { exactJson } from '../../worker/api/exact-json.ts'

/** Milliseconds between the last change and the next run. */
const PAUSE_MS = 600

export interface LiveRuns {
  /** Whether changes start runs. */
  readonly isLive: boolean
  /** Runs now. From then on, changes start runs. */
  start(): void
}

/**
 * Repeats work when its inputs have changed and then stayed the same for `PAUSE_MS`. The user starts the first run, because a run
 * may write to the cluster. A run waits for the previous one. Call this function while a component is created.
 * @param inputs the data whose changes start a run; compared as JSON
 * @param run must not reject: no later run would begin
 */
export function liveRuns(inputs: () => unknown, run: () => Promise<void>): LiveRuns {
  let isLive = $state(false)
  let last = ''
  let queue = Promise.resolve()
  const begin = (seen: string): void => {
    last = seen
    queue = queue.then(run)
  }
  $effect(() => {
    const seen = exactJson(inputs())
    if (!isLive || seen === last) return
    const timer = setTimeout(() => begin(seen), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return {
    get isLive() {
      return isLive
    },
    start() {
      isLive = true
      begin(exactJson(inputs()))
    },
  }
}
