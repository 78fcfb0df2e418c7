import type { Log, LogState } from '../store/persistence/log.ts'

/** What a status line says about a log. */
export interface LogActivity {
  readonly revision: number
  /** Commits under way. */
  readonly pending: number
  /** Why the last commit failed; undefined once one succeeds. */
  readonly error?: string
}

/** The same log, telling of its commits; `opened` is told what it opened with. */
export function watchedLog(
  log: Log,
  listener: (activity: LogActivity) => void,
  opened: (state: LogState) => void = () => undefined,
): Log {
  let revision = 0
  let pending = 0
  let error: string | undefined
  const tell = (): void => listener({ revision, pending, error })
  return {
    async open() {
      const state = await log.open()
      revision = state.revision
      opened(state)
      tell()
      return state
    },
    async commit(changes) {
      pending++
      tell()
      try {
        const first = await log.commit(changes)
        revision = Math.max(revision, first + changes.length - 1)
        error = undefined
        return first
      } catch (failure) {
        error = failure instanceof Error ? failure.message : String(failure)
        throw failure
      } finally {
        pending--
        tell()
      }
    },
    close: () => log.close(),
  }
}
