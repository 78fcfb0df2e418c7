import type { Batch } from './batch.ts'

/** What the log needs of a database: rows of packed records under their first revision, and the newest revision. */
export interface BatchDatabase {
  /** Everything, the oldest row first; nothing is checked. */
  read(): Promise<StoredRows>

  /** The rows whose first revision lies in the range. */
  readRange(first: number, last: number): Promise<unknown[]>

  /**
   * Adds batches durably, all or nothing.
   * @param from the revision that must still be the stored one: another writer would have moved it.
   * @param to the revision from then on.
   * @throws ForeignWriter
   */
  append(from: number, to: number, batches: readonly Batch[]): Promise<void>

  /**
   * Puts batches in the place of the rows whose first revision lies in the range, all or nothing.
   * @param known between which the stored revision must lie, or another writer is at work.
   * @throws ForeignWriter
   */
  replace(
    range: { readonly first: number; readonly last: number },
    batches: readonly Batch[],
    known: readonly [from: number, to: number],
  ): Promise<void>

  /** Puts batches in the place of everything. */
  restore(to: number, batches: readonly Batch[]): Promise<void>

  close(): void
}

export interface StoredRows {
  /** Undefined where nothing was ever written. */
  readonly revision: number | undefined
  readonly rows: readonly unknown[]
}

/** Opens the database; `lost` is called at most once, when it can be used no longer. */
export type OpenBatchDatabase = (name: string, lost: (why: string) => void) => Promise<BatchDatabase>

/** The stored revision is not the one this writer left: another one is at work. */
export class ForeignWriter extends Error {
  override readonly name = 'ForeignWriter'
}
