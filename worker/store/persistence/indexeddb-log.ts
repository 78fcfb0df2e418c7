import { StorageFailed, StorageFull } from '../store.ts'
import { openRecordDatabase } from './indexeddb-database.ts'
import type { Log } from './log.ts'
import type { OpenRecordDatabase, RecordDatabase } from './record-database.ts'

/**
 * A log in IndexedDB, one database per cluster. Whoever opens it must be the only writer (a Web Lock sees to that); a
 * second one is noticed at the next commit, which fails then without a change.
 */
export function indexedDbLog(name: string, openDatabase: OpenRecordDatabase = openRecordDatabase): Log {
  let database: RecordDatabase | undefined
  let revision = 1
  let lost: string | undefined
  return {
    async open() {
      database = await openDatabase(name, (why) => (lost = why))
      const state = await database.read()
      revision = state.revision
      return state
    },
    async commit(changes) {
      if (lost !== undefined) throw new StorageFailed(lost)
      if (database === undefined) throw new StorageFailed(`the database ${name} is not open`)
      const first = revision + 1
      const last = revision + changes.length
      const records = changes.map(({ key, value }, i) => ({ key, value, revision: first + i }))
      try {
        await database.write(revision, last, records)
      } catch (error) {
        throw refusal(name, error)
      }
      revision = last
      return first
    },
    follow: () => () => undefined,
    close() {
      database?.close()
      database = undefined
      return Promise.resolve()
    },
  }
}

function refusal(name: string, error: unknown): Error {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return error instanceof Error && error.name === 'QuotaExceededError'
    ? new StorageFull(`the browser grants the database ${name} no more room`, { cause: error })
    : new StorageFailed(`the database ${name} refused the write: ${text}`, { cause: error })
}
