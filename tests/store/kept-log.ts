import type { Log, LogRecord } from '../../worker/store/persistence/log.ts'
import { StorageFailed } from '../../worker/store/store.ts'

/** A storage in memory that a test keeps while it restarts the servers that use it. */
export interface KeptLog {
  /** Opens a log over the storage; the previous log must be closed. */
  log(): Log
  /** Called before each commit, which waits for the result; on true the commit fails and changes nothing. */
  disturb: () => Promise<boolean>
  /** A copy of the current content, independent of this storage. */
  copy(): KeptLog
}

const undisturbed = (): Promise<boolean> => Promise.resolve(false)

export function keptLog(records = new Map<string, LogRecord>(), revision = 1): KeptLog {
  let last = revision
  const kept: KeptLog = {
    disturb: undisturbed,
    copy: () => keptLog(new Map(records), last),
    log: () => ({
      open: () => Promise.resolve({ revision: last, records: [...records.values()] }),
      async commit(changes) {
        if (await kept.disturb()) throw new StorageFailed('played')
        const first = last + 1
        for (const { key, value } of changes) {
          last++
          if (value === undefined) records.delete(key)
          else records.set(key, { key, value, revision: last })
        }
        return first
      },
      close: () => Promise.resolve(),
    }),
  }
  return kept
}
