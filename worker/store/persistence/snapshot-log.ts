import type { Log, LogRecord, LogState } from './log.ts'

/** A log whose content is also in memory: it can be read at any time, and another cluster can start from a copy of it. */
export interface SnapshotLog extends Log {
  /** A log with the same content, independent from now on. */
  copy(): SnapshotLog
  /** The committed state. Its records share their bytes with the store, which never changes them. */
  state(): LogState
  /** The revision of the newest change. */
  readonly revision: number
}

const EMPTY: LogState = { revision: 1, records: [] }

/** A log in memory that begins with the given state. */
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
