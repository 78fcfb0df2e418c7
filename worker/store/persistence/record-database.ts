import type { LogRecord, LogState } from './log.ts'

/** What the log needs of a database: a state, and a way to move it on as a whole. */
export interface RecordDatabase {
  /** All records and the revision they stand for; revision 1 where nothing was written yet. */
  read(): Promise<LogState>
  /**
   * Writes the records and the revision durably, all or nothing.
   * @param from the revision that must still be the stored one: another writer would have moved it.
   */
  write(from: number, to: number, records: readonly LogRecord[]): Promise<void>
  close(): void
}

/** Opens the database; `lost` is called at most once, when it can be used no longer. */
export type OpenRecordDatabase = (name: string, lost: (why: string) => void) => Promise<RecordDatabase>

/** The stored revision is not the one this writer left: another one is at work. */
export class ForeignWriter extends Error {
  override readonly name = 'ForeignWriter'
}
