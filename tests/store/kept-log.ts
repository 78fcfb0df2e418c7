import type { Log, LogRecord } from '../../worker/store/persistence/log.ts'
import { StorageFailed } from '../../worker/store/store.ts'

/** A storage in memory that outlives the servers over it, so that a test can restart them. */
export interface KeptLog {
  /** A log over the storage; the one before must be closed. */
  log(): Log
  /** Asked before each commit, which waits for it; true: this commit fails and changes nothing. */
  disturb: () => Promise<boolean>
  /** The same storage as it is now, as one of its own. */
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
