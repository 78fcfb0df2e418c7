import type { Batch, BatchRecord } from './batch.ts'
import { packBatches, unpackBatch } from './batch.ts'
import type { RowPlace } from './stored-state.ts'
import { rowPlace } from './stored-state.ts'

/** The number of newest rows that stay as they were committed: they carry the ids of their writes. */
const KEPT_APART = 32
/** A pass is due once this many rows of single commits exist. */
const WAITING_ROWS = 128
/** A full pass is due only after this many bytes were written; earlier, it would save less than it reads. */
const MIN_GROWTH = 2 * 2 ** 20
/** Approximate bytes of records in a packed row, before compression. */
const PACKED_BYTES = 384 * 1024
/** Rows that one step reads and writes; commits run between steps. */
const STEP_ROWS = 128
const STEP_BYTES = 4 * PACKED_BYTES

/**
 * Records the rows of the database and decides when to repack them. The rows of single commits are packed into full rows. Once
 * the written bytes exceed the live bytes, a pass reads every row and drops superseded records. A pass goes from the newest row
 * to the oldest, one transaction per step, so each step has already seen the keys of all newer records. All lengths are
 * measured before compression.
 */
export class RowOrder {
  #rows: RowPlace[]
  #bytesSincePass: number
  #bytesAfterPass: number
  /** A full pass has dropped all superseded records up to this revision, so removals up to it can be dropped too. */
  #cleanUpTo = 0

  /** @param liveBytes the length of the newest records. */
  constructor(rows: readonly RowPlace[], liveBytes: number) {
    this.#rows = [...rows]
    this.#bytesAfterPass = liveBytes
    this.#bytesSincePass = Math.max(0, total(rows) - liveBytes)
  }

  add(batches: readonly Batch[]): void {
    for (const batch of batches) {
      this.#rows.push(rowPlace(batch))
      this.#bytesSincePass += batch.bytes.length
    }
  }

  /** The pass that is due; undefined when none is due. */
  due(): RowPass | undefined {
    const end = this.#rows.length - KEPT_APART
    if (end <= 0) return undefined
    const isFull = this.#bytesSincePass > Math.max(MIN_GROWTH, this.#bytesAfterPass)
    let start = isFull ? 0 : end
    while (start > 0 && (this.#rows[start - 1]?.bytes ?? 0) < PACKED_BYTES / 2) start--
    if (!isFull && end - start < WAITING_ROWS) return undefined
    return new RowPass(this.#rows.slice(start, end), this.#cleanUpTo)
  }

  /** Records that `batches` replaced the rows of a step. */
  replaced({ first, last }: RowStep, batches: readonly Batch[]): void {
    const start = this.#rows.findIndex((row) => row.first === first)
    const end = this.#rows.findIndex((row) => row.last === last)
    this.#rows.splice(start, end + 1 - start, ...batches.map(rowPlace))
  }

  finished(pass: RowPass): void {
    if (pass.first !== this.#rows[0]?.first) return
    this.#cleanUpTo = pass.last
    this.#bytesSincePass = 0
    this.#bytesAfterPass = total(this.#rows)
  }
}

/** The rows of one step, as a range of revisions. */
export interface RowStep {
  /** The first revision of the first row. */
  readonly first: number
  /** The first revision of the last row. */
  readonly lastFirst: number
  /** The last revision of the last row. */
  readonly last: number
  readonly rows: number
}

/** One pass over the rows, newest first. */
export class RowPass {
  readonly first: number
  readonly last: number
  readonly #left: RowPlace[]
  readonly #cleanUpTo: number
  /** Keys found in newer rows. */
  readonly #seen = new Set<string>()

  constructor(rows: readonly RowPlace[], cleanUpTo: number) {
    this.#left = [...rows]
    this.#cleanUpTo = cleanUpTo
    this.first = rows[0]?.first ?? 0
    this.last = rows.at(-1)?.last ?? 0
  }

  next(): RowStep | undefined {
    const newest = this.#left.at(-1)
    if (newest === undefined) return undefined
    let start = this.#left.length
    let bytes = 0
    while (start > 0 && this.#left.length - start < STEP_ROWS && bytes < STEP_BYTES)
      bytes += this.#left[--start]?.bytes ?? 0
    const rows = this.#left.splice(start)
    return { first: rows[0]?.first ?? 0, lastFirst: newest.first, last: newest.last, rows: rows.length }
  }

  /**
   * Returns the batches that replace the rows of a step, uncompressed; undefined when repacking would gain nothing.
   * @throws Error when a row is missing or damaged; the next opening repairs it.
   */
  pack({ first, last, rows: expected }: RowStep, rows: readonly unknown[]): Batch[] | undefined {
    const batches = rows.map(unpackBatch).filter((batch) => batch !== undefined)
    if (batches.length !== expected) throw new Error('stored rows are damaged: open the cluster again to repair them')
    const kept: BatchRecord[] = []
    let before = 0
    for (const batch of batches.reverse()) {
      for (const record of [...batch.records].reverse()) {
        before++
        if (this.#seen.has(record.key)) continue
        this.#seen.add(record.key)
        if (record.value !== undefined || record.revision > this.#cleanUpTo)
          kept.push({ key: record.key, value: record.value, revision: record.revision, isCreated: false })
      }
    }
    const packed = packBatches(kept.reverse(), first, last, PACKED_BYTES)
    return packed.length < expected || kept.length < before ? packed : undefined
  }
}

const total = (rows: readonly RowPlace[]): number => rows.reduce((sum, { bytes }) => sum + bytes, 0)
