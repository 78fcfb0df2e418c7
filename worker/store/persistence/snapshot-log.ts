import type { Log, LogRecord, LogState } from './log.ts'

/** A log in memory whose content can be read at any time, and opened again as another cluster. */
export interface SnapshotLog extends Log {
  /** The committed state. Its records share their bytes with the store, which never changes them. */
  state(): LogState
  /** The revision of the newest change. */
  readonly revision: number
}

const EMPTY: LogState = { revision: 1, records: [] }

/** @param initial the state to begin with */
export function snapshotLog(initial: LogState = EMPTY): SnapshotLog {
  let { revision } = initial
  const records = new Map<string, LogRecord>(initial.records.map((record) => [record.key, record]))
  const state = (): LogState => ({ revision, records: [...records.values()] })
  return {
    state,
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
