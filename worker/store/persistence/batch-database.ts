import type { Batch } from './batch.ts'

/** The database under a log: rows of packed records, keyed by their first revision, and the newest revision. */
export interface BatchDatabase {
  /** All rows, the oldest first, unchecked. */
  read(): Promise<StoredRows>

  /** The rows whose first revision is in the range. */
  readRange(first: number, last: number): Promise<unknown[]>

  /**
   * Adds batches durably, all or nothing.
   * @param from the stored revision that the writer expects
   * @param to the new stored revision
   * @throws ForeignWriter when the stored revision differs, because another writer has moved it
   */
  append(from: number, to: number, batches: readonly Batch[]): Promise<void>

  /**
   * Replaces the rows whose first revision is in the range with batches, all or nothing.
   * @param known the range in which the writer expects the stored revision
   * @throws ForeignWriter when the stored revision is outside of that range
   */
  replace(
    range: { readonly first: number; readonly last: number },
    batches: readonly Batch[],
    known: readonly [from: number, to: number],
  ): Promise<void>

  /** Replaces all rows with batches. */
  restore(to: number, batches: readonly Batch[]): Promise<void>

  close(): void
}

export interface StoredRows {
  /** The newest stored revision; undefined when the database was never written. */
  readonly revision: number | undefined
  readonly rows: readonly unknown[]
}

/** Opens the database. `lost` is called at most once, when the database becomes unusable. */
export type OpenBatchDatabase = (name: string, lost: (why: string) => void) => Promise<BatchDatabase>

/** The stored revision differs from the last revision of this writer: another writer is at work. */
export class ForeignWriter extends Error {
  override readonly name = 'ForeignWriter'
}
