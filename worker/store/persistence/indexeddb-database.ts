import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb'
import { openDB, unwrap } from 'idb'
import type { Batch } from './batch.ts'
import { packBatches } from './batch.ts'
import type { BatchDatabase, OpenBatchDatabase } from './batch-database.ts'
import { ForeignWriter } from './batch-database.ts'
import type { LogRecord } from './log.ts'

interface Schema extends DBSchema {
  /** Keyed by the first revision that the row covers. */
  batches: { key: number; value: unknown }
  meta: { key: 'revision'; value: number }
}

/** The schema of version 1: one row per object. */
interface RecordSchema extends DBSchema {
  records: { key: string; value: Required<LogRecord> }
  meta: { key: 'revision'; value: number }
}

/**
 * The version of the stored schema, which is also the version of the IndexedDB database. A new schema needs a case in
 * `upgrade`.
 */
const SCHEMA_VERSION = 2
/** The first change has revision 2, as in etcd. */
const FIRST_CHANGE = 2

/**
 * The IndexedDB implementation, over `idb`.
 * @throws Error when a newer version of the app wrote the database, or another context holds an older version open.
 */
export const openBatchDatabase: OpenBatchDatabase = async (name, lost) => {
  const database = await open(name, lost)
  const reading = (error: unknown): never => {
    throw new Error(`The database ${name} cannot be read.`, { cause: error })
  }
  return {
    async read() {
      const transaction = database.transaction(['batches', 'meta'], 'readonly')
      const revision = transaction.objectStore('meta').get('revision')
      const rows = transaction.objectStore('batches').getAll()
      return Promise.all([revision, rows]).then(([at, all]) => ({ revision: at, rows: all }), reading)
    },
    readRange: (first, last) => database.getAll('batches', IDBKeyRange.bound(first, last)),
    append: (from, to, batches) => write(database, batches, { known: [from, from], to }),
    replace: (range, batches, known) => write(database, batches, { known, range }),
    restore: (to, batches) => write(database, batches, { range: { first: -Infinity, last: Infinity }, to }),
    close: () => database.close(),
  } satisfies BatchDatabase
}

/** The message after the user cleared the data of the site, or a script of the origin deleted the database. */
const DELETED =
  'the stored data of this cluster were deleted. This page shows the cluster as it was, and stores nothing any more: export a file to keep it, then reload the page'

function open(name: string, lost: (why: string) => void): Promise<IDBPDatabase<Schema>> {
  return new Promise((resolve, reject) => {
    const opening = openDB<Schema>(name, SCHEMA_VERSION, {
      async upgrade(created, oldVersion, _newVersion, transaction) {
        created.createObjectStore('batches')
        if (oldVersion < 1) created.createObjectStore('meta')
        else await packRecords(created, transaction)
      },
      blocked() {
        reject(new Error(`The database ${name} is open in another tab with an older version; close that tab.`))
        // A blocked open succeeds later, once the other context closes the database. No caller is left to use it then.
        opening.then((late) => late.close(), reject)
      },
      blocking(_current, blockedVersion, event) {
        lost(
          blockedVersion === null ? DELETED : `the database ${name} is being upgraded by another tab; reload this one`,
        )
        if (event.target instanceof IDBDatabase) event.target.close()
      },
      terminated: () => lost(DELETED),
    })
    opening.then(resolve, (error: unknown) => reject(explain(name, error)))
  })
}

function explain(name: string, error: unknown): Error {
  const isNewer = error instanceof Error && error.name === 'VersionError'
  const why = isNewer ? 'was written by a newer version of this app; reload to get that version' : 'cannot be opened'
  return new Error(`The database ${name} ${why}.`, { cause: error })
}

/** Upgrades version 1 to 2 in the transaction of the upgrade, so that an interrupted upgrade changes nothing. */
async function packRecords(
  database: IDBPDatabase<Schema>,
  transaction: IDBPTransaction<Schema, ('batches' | 'meta')[], 'versionchange'>,
): Promise<void> {
  const before = transaction as unknown as IDBPTransaction<RecordSchema, ('records' | 'meta')[], 'versionchange'>
  const records = await before.objectStore('records').getAll()
  const revision = await before.objectStore('meta').get('revision')
  if (revision !== undefined) {
    records.sort((a, b) => a.revision - b.revision)
    for (const { first, bytes } of packBatches(records, FIRST_CHANGE, revision))
      unwrap(transaction.objectStore('batches')).put(bytes, first)
  }
  unwrap(database).deleteObjectStore('records')
}

interface Condition {
  /** The range in which the stored revision must be; absent when any revision is accepted. */
  readonly known?: readonly [from: number, to: number]
  /** The rows to delete. */
  readonly range?: { readonly first: number; readonly last: number }
  /** The new revision; absent when the revision does not change. */
  readonly to?: number
}

/**
 * Runs one transaction. A transaction that moves the revision has durability 'strict': a relaxed one, which is the
 * default, completes before the data has left the operating system's cache, and a power failure could lose an
 * acknowledged write. Measured in Chromium, strict costs a quarter of the rate of single writes and a tenth of the rate
 * in groups of 100. A transaction that only reorders rows is relaxed: if it is lost, the old rows are still there.
 */
async function write(
  database: IDBPDatabase<Schema>,
  batches: readonly Batch[],
  { known, range, to }: Condition,
): Promise<void> {
  const durability = to === undefined ? 'relaxed' : 'strict'
  const transaction = database.transaction(['batches', 'meta'], 'readwrite', { durability })
  let fault: unknown
  const abort = (why: unknown): void => {
    fault ??= why
    transaction.abort()
  }
  // All requests are issued at once and run in order, so this read returns the revision before the put below.
  const meta = transaction.objectStore('meta')
  const checked = meta.get('revision').then((stored = 1) => {
    if (known !== undefined && (stored < known[0] || stored > known[1]))
      abort(new ForeignWriter(`the stored revision is ${stored}, and this writer stored ${known[1]} last`))
  })
  try {
    // The unwrapped store creates no promise for each request: a failed request aborts the transaction, which reports the cause.
    const store = unwrap(transaction.objectStore('batches'))
    if (range !== undefined) store.delete(IDBKeyRange.bound(range.first, range.last))
    for (const { first, bytes } of batches) store.put(bytes, first)
    if (to !== undefined) unwrap(meta).put(to, 'revision')
  } catch (error) {
    abort(error)
  }
  const [ended] = await Promise.allSettled([transaction.done, checked])
  if (ended.status === 'rejected') throw fault ?? ended.reason
}
