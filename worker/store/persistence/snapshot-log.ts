import type { Log, LogRecord, LogState } from './log.ts'

/** A log in memory whose content can be read at any time, and opened again as another cluster. */
export interface SnapshotLog extends Log {
  /** A log with the same content, independent from now on. */
  copy(): SnapshotLog
  /** The committed state. Its records share their bytes with the store, which never changes them. */
  state(): LogState
  /** The revision of the newest change. */
  readonly revision: number
}

const EMPTY: LogState = { revision: 1, records: [] }

/** @param initial the state to begin with */
export const snapshotLog = ({ revision, records }: LogState = EMPTY): SnapshotLog =>
  logOf(revision, new Map(records.map((record) => [record.key, record])))

function logOf(revision: number, records: Map<string, LogRecord>): SnapshotLog {
  const state = (): LogState => ({ revision, records: [...records.values()] })
  return {
    state,
    copy: () => logOf(revision, new Map(records)),
    get revision() {
      return revision
    },
    open: () => Promise.resolve(state()),
    commit(changes) {
      const first = revision + 1
      for (const { key, value } of changes) {
        revision++
        if (value === undefined) records.delete(key)
        else records.set(key, { key, value, revision })
      }
      return Promise.resolve(first)
    },
    close: () => Promise.resolve(),
  }
}
