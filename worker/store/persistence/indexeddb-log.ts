import type { Clock } from '../../clock/clock.ts'
import { StorageFailed, StorageFull } from '../store.ts'
import type { BatchRecord } from './batch.ts'
import { deflateBatch, inflateRow, isWholeBatch, packBatches } from './batch.ts'
import type { BatchDatabase, OpenBatchDatabase } from './batch-database.ts'
import { openBatchDatabase } from './indexeddb-database.ts'
import type { Log, LogChange, LogState } from './log.ts'
import { repaired } from './repair.ts'
import { RowOrder } from './row-order.ts'
import type { SecondCopy } from './second-copy.ts'
import type { StoredState } from './stored-state.ts'
import { readRows } from './stored-state.ts'

interface IndexedDbLogOptions {
  readonly clock: Clock
  /** The second copy of the log; undefined when the log keeps none. */
  readonly copy?: SecondCopy
  readonly openDatabase?: OpenBatchDatabase
  /** Called when the browser or another tab has deleted the database: every later commit fails with this reason. */
  readonly lost?: (why: string) => void
  /** Receives failures of background work. No acknowledged write depends on that work. */
  readonly report?: (error: unknown) => void
}

/** Minimum time between a write and the next copy. */
const COPY_MS = 3000
/** The pause before the next copy is at least this many times as long as the last copy took. */
const COPY_PAUSE = 20

/**
 * A log in IndexedDB, one database per cluster. The caller must be the only writer; a Web Lock ensures that. If a second writer
 * appears nevertheless, the next commit detects it and fails without a change.
 */
export function indexedDbLog(name: string, options: IndexedDbLogOptions): Log {
  return new IndexedDbLog(name, options)
}

class IndexedDbLog implements Log {
  readonly #name: string
  readonly #clock: Clock
  readonly #copy: SecondCopy | undefined
  readonly #openDatabase: OpenBatchDatabase
  readonly #report: (error: unknown) => void
  readonly #reportLoss: (why: string) => void
  #database: BatchDatabase | undefined
  #revision = 1
  /** The last revision of the commit under way; otherwise equal to `#revision`. */
  #highest = 1
  #lost: string | undefined
  #order = new RowOrder([], 0)
  #tidying: Promise<void> | undefined
  #canTidy = true
  #cancelCopy: (() => void) | undefined
  #copyPause = COPY_MS

  constructor(name: string, options: IndexedDbLogOptions) {
    this.#name = name
    this.#clock = options.clock
    this.#copy = options.copy
    this.#openDatabase = options.openDatabase ?? openBatchDatabase
    this.#report = options.report ?? console.warn
    this.#reportLoss = options.lost ?? (() => undefined)
  }

  async open(): Promise<LogState> {
    const database = await this.#openDatabase(this.#name, (why) => {
      this.#lost = why
      this.#reportLoss(why)
    })
    this.#database = database
    const stored = await database.read()
    const found = readRows({ revision: stored.revision, rows: await Promise.all(stored.rows.map(inflateRow)) })
    // The browser may have deleted the database, which then looks like a new one.
    const isWhole = found.damages === 0 && (stored.revision !== undefined || this.#copy === undefined)
    const { state, notice } = isWhole ? { state: found, notice: undefined } : await this.#repair(database, found)
    this.#revision = this.#highest = state.revision
    const records = [...state.records.values()].filter(({ value }) => value !== undefined)
    this.#order = new RowOrder(state.rows, liveBytes(records))
    if (notice !== undefined) this.#copyLater()
    return { revision: state.revision, records, writes: state.writes, notice }
  }

  async commit(changes: readonly LogChange[]): Promise<number> {
    if (this.#lost !== undefined) throw new StorageFailed(this.#lost)
    if (this.#database === undefined) throw new StorageFailed(`the database ${this.#name} is not open`)
    const first = this.#revision + 1
    const last = this.#revision + changes.length
    const records = changes.map(({ key, value, cause, expected }, i) => ({
      key,
      value,
      writeId: cause?.requestId,
      revision: first + i,
      isCreated: expected === 0,
    }))
    const batches = packBatches(records, first, last)
    this.#highest = last
    try {
      await this.#database.append(this.#revision, last, batches)
    } catch (error) {
      this.#highest = this.#revision
      throw refusal(this.#name, error)
    }
    this.#revision = last
    this.#order.add(batches)
    this.#tidying ??= this.#tidy()
    this.#copyLater()
    return first
  }

  async close(): Promise<void> {
    this.#cancelCopy?.()
    const database = this.#database
    this.#database = undefined
    await this.#tidying
    database?.close()
  }

  async #repair(
    database: BatchDatabase,
    found: StoredState,
  ): Promise<{ readonly state: StoredState; readonly notice?: string }> {
    const copied = await this.#copy?.read().catch((error: unknown) => {
      this.#report(error)
      return undefined
    })
    if (found.damages === 0 && copied === undefined) return { state: found }
    const rows = copied && (await Promise.all(copied.rows.map(inflateRow)))
    const { state, batches, notice } = repaired(found, copied && { at: copied.at, rows: rows ?? [] })
    await database.restore(state.revision, batches)
    return { state, notice }
  }

  /** Starts a pass over the rows when a pass is due. */
  #tidy(): Promise<void> | undefined {
    const pass = this.#canTidy ? this.#order.due() : undefined
    if (pass === undefined) return undefined
    const tidy = async (): Promise<void> => {
      for (let step = pass.next(); step !== undefined && this.#database !== undefined; step = pass.next()) {
        const { first, last, lastFirst } = step
        const rows = await this.#database.readRange(first, lastFirst)
        const batches = pass.pack(step, await Promise.all(rows.map(inflateRow)))
        if (batches === undefined) continue
        const deflated = await Promise.all(batches.map(deflateBatch))
        await this.#database?.replace({ first, last: lastFirst }, deflated, [this.#revision, this.#highest])
        this.#order.replaced({ ...step, last }, batches)
      }
      this.#order.finished(pass)
    }
    return tidy()
      .catch((error: unknown) => {
        // The failed step changed no rows. The next opening of the log repairs damaged rows.
        this.#canTidy = false
        this.#report(error)
      })
      .finally(() => (this.#tidying = undefined))
  }

  #copyLater(): void {
    if (this.#copy === undefined || this.#database === undefined) return
    this.#cancelCopy ??= this.#clock.after(this.#copyPause, () => {
      this.#writeCopy()
        .catch(this.#report)
        .finally(() => (this.#cancelCopy = undefined))
    })
  }

  async #writeCopy(): Promise<void> {
    if (this.#database === undefined || this.#lost !== undefined) return
    const started = this.#clock.elapsed()
    const stored = await this.#database.read()
    const rows = stored.rows.filter(isWholeBatch)
    // The last whole copy is worth more than a copy of a damaged database.
    if (rows.length < stored.rows.length) throw new Error(`the database ${this.#name} is damaged; its copy stays`)
    await this.#copy?.write({ at: this.#clock.now(), rows })
    this.#copyPause = Math.max(COPY_MS, COPY_PAUSE * (this.#clock.elapsed() - started))
  }
}

function liveBytes(records: readonly BatchRecord[]): number {
  return records.reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0)
}

function refusal(name: string, error: unknown): Error {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return error instanceof Error && error.name === 'QuotaExceededError'
    ? new StorageFull(`the browser grants the database ${name} no more room`, { cause: error })
    : new StorageFailed(`the database ${name} refused the write: ${text}`, { cause: error })
}
