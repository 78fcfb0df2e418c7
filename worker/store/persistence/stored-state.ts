import type { Batch, BatchRecord } from './batch.ts'
import { effectOf, unpackBatch } from './batch.ts'
import type { StoredRows } from './batch-database.ts'
import type { AppliedChange } from './log.ts'

/** The state read from the stored rows: the newest record of each key, which may be a removal. */
export interface StoredState {
  /** The newest revision found; 1 for a database without writes. */
  readonly revision: number
  readonly records: ReadonlyMap<string, BatchRecord>
  /** The readable rows, in order. */
  readonly rows: readonly RowPlace[]
  /** The changes of recent writes, by write id. */
  readonly writes: ReadonlyMap<string, readonly AppliedChange[]>
  /**
   * Number of unreadable rows and of gaps between rows, plus one when the stored revision differs from the revision of the last
   * row.
   */
  readonly damages: number
}

/** The revisions that a row covers, and its length. */
export interface RowPlace {
  readonly first: number
  readonly last: number
  readonly bytes: number
}

/** Reads rows, oldest first. Damaged rows are counted and skipped. */
export function readRows({ revision, rows }: StoredRows): StoredState {
  const records = new Map<string, BatchRecord>()
  const writes = new Map<string, AppliedChange[]>()
  const places: RowPlace[] = []
  let damages = 0
  let last = 1
  for (const row of rows) {
    const batch = unpackBatch(row)
    if (batch === undefined) {
      damages++
      continue
    }
    if (batch.first !== last + 1) damages++
    takeNewest(records, batch.records)
    noteWrites(writes, batch.records)
    places.push({ first: batch.first, last: batch.last, bytes: (row as Uint8Array).length })
    last = Math.max(last, batch.last)
  }
  if ((revision ?? 1) !== last) damages++
  return { revision: Math.max(revision ?? 1, last), records, rows: places, writes, damages }
}

/** Adds records to `known`; the newest record of each key wins. */
export function takeNewest(known: Map<string, BatchRecord>, records: Iterable<BatchRecord>): void {
  for (const record of records)
    if (record.revision >= (known.get(record.key)?.revision ?? 0)) known.set(record.key, record)
}

function noteWrites(writes: Map<string, AppliedChange[]>, records: readonly BatchRecord[]): void {
  for (const { writeId, key, revision, value, isCreated } of records) {
    if (writeId === undefined) continue
    const changes = writes.get(writeId) ?? []
    writes.set(writeId, changes)
    changes.push({ key, revision, effect: effectOf({ value, isCreated }) })
  }
}

export const rowPlace = ({ first, last, bytes }: Batch): RowPlace => ({ first, last, bytes: bytes.length })
