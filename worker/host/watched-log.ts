import type { Log, LogState } from '../store/persistence/log.ts'
import { errorMessage } from '../runtime/error-message.ts'

/** The state of a log that a status line shows. */
export interface LogActivity {
  readonly revision: number
  /** The number of commits in progress. */
  readonly pending: number
  /** The error of the last commit; undefined after one succeeds. */
  readonly error?: string
}

/** Wraps a log and reports its commits; `opened` receives the result of opening it. */
export function watchedLog(
  log: Log,
  listener: (activity: LogActivity) => void,
  opened: (state: LogState) => void = () => undefined,
): Log {
  let revision = 0
  let pending = 0
  let error: string | undefined
  const report = (): void => listener({ revision, pending, error })
  return {
    async open() {
      const state = await log.open()
      revision = state.revision
      opened(state)
      report()
      return state
    },
    async commit(changes) {
      pending++
      report()
      try {
        const first = await log.commit(changes)
        revision = Math.max(revision, first + changes.length - 1)
        error = undefined
        return first
      } catch (failure) {
        error = errorMessage(failure)
        throw failure
      } finally {
        pending--
        report()
      }
    },
    close: () => log.close(),
  }
}
