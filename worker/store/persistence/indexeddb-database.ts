import type { DBSchema, IDBPDatabase } from 'idb'
import { openDB, unwrap } from 'idb'
import type { LogRecord, LogState } from './log.ts'
import type { OpenRecordDatabase } from './record-database.ts'
import { ForeignWriter } from './record-database.ts'

interface Schema extends DBSchema {
  records: { key: string; value: Required<LogRecord> }
  meta: { key: 'revision'; value: number }
}

/** The version of the stored form; the database carries it as its own. A new form comes with a case in `upgrade`. */
const SCHEMA_VERSION = 1
/** How many records one request reads: few requests for 10,000 objects, and never a second copy of everything. */
const READ_BATCH = 4096

/**
 * The real database, over `idb`.
 * @throws Error where it was written by a newer version of the app, or another context holds an older version open.
 */
export const openRecordDatabase: OpenRecordDatabase = async (name, lost) => {
  const database = await open(name, lost)
  return {
    read: () =>
      read(database).catch((error: unknown) => {
        throw new Error(`The database ${name} cannot be read.`, { cause: error })
      }),
    write: (from, to, records) => write(database, from, to, records),
    close: () => database.close(),
  }
}

function open(name: string, lost: (why: string) => void): Promise<IDBPDatabase<Schema>> {
  return new Promise((resolve, reject) => {
    const opening = openDB<Schema>(name, SCHEMA_VERSION, {
      upgrade(created) {
        created.createObjectStore('records', { keyPath: 'key' })
        created.createObjectStore('meta')
      },
      blocked() {
        reject(new Error(`The database ${name} is open in another tab with an older version; close that tab.`))
        // It opens once the other one lets go; nobody would use it then.
        opening.then((late) => late.close(), reject)
      },
      blocking(_current, blockedVersion, event) {
        lost(
          blockedVersion === null
            ? `the database ${name} was deleted by another tab; reload this one`
            : `the database ${name} is being upgraded by another tab; reload this one`,
        )
        if (event.target instanceof IDBDatabase) event.target.close()
      },
      terminated: () => lost(`the browser closed the database ${name}; reload the page`),
    })
    opening.then(resolve, (error: unknown) => reject(explain(name, error)))
  })
}

function explain(name: string, error: unknown): Error {
  const isNewer = error instanceof Error && error.name === 'VersionError'
  const why = isNewer ? 'was written by a newer version of this app; reload to get that version' : 'cannot be opened'
  return new Error(`The database ${name} ${why}.`, { cause: error })
}

async function read(database: IDBPDatabase<Schema>): Promise<LogState> {
  const transaction = database.transaction(['records', 'meta'], 'readonly')
  const store = transaction.objectStore('records')
  const revision = (await transaction.objectStore('meta').get('revision')) ?? 1
  const records: LogRecord[] = []
  let batch = await store.getAll(null, READ_BATCH)
  while (batch.length > 0) {
    records.push(...batch)
    const last = batch.at(-1)
    batch = last === undefined ? [] : await store.getAll(IDBKeyRange.lowerBound(last.key, true), READ_BATCH)
  }
  return { revision, records }
}

/**
 * One transaction with durability 'strict': a relaxed one, which is the default, completes before the data left the
 * operating system's cache, and an acknowledged write could be lost with the power. Measured in Chromium, strict costs a
 * quarter of the rate of single writes and a tenth of the rate in groups of 100.
 */
async function write(
  database: IDBPDatabase<Schema>,
  from: number,
  to: number,
  records: readonly LogRecord[],
): Promise<void> {
  const transaction = database.transaction(['records', 'meta'], 'readwrite', { durability: 'strict' })
  let fault: unknown
  const abort = (why: unknown): void => {
    fault ??= why
    transaction.abort()
  }
  // Everything is asked for at once. Requests run in order, so this one sees what the last transaction left.
  const meta = transaction.objectStore('meta')
  const checked = meta.get('revision').then((stored = 1) => {
    if (stored !== from) abort(new ForeignWriter(`its revision is ${stored} where this writer left ${from}`))
  })
  try {
    // Without a promise each: a request that fails aborts the transaction, which tells why.
    const store = unwrap(transaction.objectStore('records'))
    for (const { key, value, revision } of records)
      if (value === undefined) store.delete(key)
      else store.put({ key, value, revision })
    unwrap(meta).put(to, 'revision')
  } catch (error) {
    abort(error)
  }
  const [ended] = await Promise.allSettled([transaction.done, checked])
  if (ended.status === 'rejected') throw fault ?? ended.reason
}
