import type { Basis, Change, KeptChange } from './store.ts'
import { Compacted } from './store.ts'
import type { StoredChange } from './stored-change.ts'

/** A change and the memory that it occupies in the history, in bytes. */
interface SizedChange extends KeptChange {
  readonly change: StoredChange
  readonly bytes: number
}

/** The changes after `compactedRevision`, bounded in time and bytes; the oldest are dropped first. */
export class History {
  readonly #maxBytes: number
  #kept: (SizedChange | undefined)[] = []
  /** Index of the oldest kept change. The empty places before it are removed in bulk. */
  #start = 0
  #bytes = 0
  #compactedRevision: number

  constructor(revision: number, maxBytes: number) {
    this.#compactedRevision = revision
    this.#maxBytes = maxBytes
  }

  get compactedRevision(): number {
    return this.#compactedRevision
  }

  get isEmpty(): boolean {
    return this.#start === this.#kept.length
  }

  /** @param bytes the memory of the change that the current state does not share. */
  add(change: StoredChange, at: number, bytes: number): void {
    this.#kept.push({ change, at, bytes: bytes + CHANGE_BYTES })
    this.#bytes += bytes + CHANGE_BYTES
    this.#kept[this.#kept.length - 1 - SHARED_ENCODINGS]?.change.forgetEncodings()
    while (this.#bytes > this.#maxBytes && this.#dropOldest());
    this.#tidy()
  }

  /** The changes of all resources after `revision`, oldest first. @throws Compacted */
  all(revision: number): Iterable<KeptChange> {
    return this.#kept.slice(this.#after(revision)).filter((kept) => kept !== undefined)
  }

  /** The changes of a resource after `revision`, oldest first. @throws Compacted */
  since(resource: string, revision: number): Iterable<Change> {
    return this.#pick(resource, this.#after(revision), this.#kept.length, 1)
  }

  /**
   * Whether an object of the basis was created or changed since. Also true when the history no longer reaches back to the
   * basis.
   */
  wasWritten({ resource, revision }: Basis): boolean {
    if (revision < this.#compactedRevision) return true
    for (const { type } of this.since(resource, revision)) if (type === 'put') return true
    return false
  }

  /** The changes of a resource after `revision`, newest first. @throws Compacted */
  backTo(resource: string, revision: number): Iterable<Change> {
    return this.#pick(resource, this.#kept.length - 1, this.#after(revision) - 1, -1)
  }

  /** Drops all changes; the history then begins at `revision`. */
  restart(revision: number): void {
    this.#kept = []
    this.#start = 0
    this.#bytes = 0
    this.#compactedRevision = revision
  }

  /** Drops the changes made at or before `time`, and the shared encodings of the remaining changes. */
  compact(time: number): void {
    while ((this.#kept[this.#start]?.at ?? Infinity) <= time && this.#dropOldest());
    this.#tidy()
    for (let i = this.#start; i < this.#kept.length; i++) this.#kept[i]?.change.forgetEncodings()
  }

  /** Drops the oldest change. Returns whether there was one. */
  #dropOldest(): boolean {
    const oldest = this.#kept[this.#start]
    if (oldest === undefined) return false
    this.#kept[this.#start++] = undefined
    this.#bytes -= oldest.bytes
    this.#compactedRevision = oldest.change.revision
    return true
  }

  /** Removes the empty places once they are as many as the kept changes. */
  #tidy(): void {
    if (this.#start === 0 || this.#start * 2 < this.#kept.length) return
    this.#kept = this.#kept.slice(this.#start)
    this.#start = 0
  }

  *#pick(resource: string, from: number, end: number, step: 1 | -1): Iterable<Change> {
    for (let i = from; i !== end; i += step) {
      const change = this.#kept[i]?.change
      if (change?.key.resource === resource) yield change
    }
  }

  /** The index of the first change after `revision`. */
  #after(revision: number): number {
    if (revision < this.#compactedRevision) throw new Compacted(this.#compactedRevision)
    let low = this.#start
    let high = this.#kept.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#kept[middle]?.change.revision ?? Infinity) > revision) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Approximate memory of a change without its objects. */
const CHANGE_BYTES = 512
/**
 * Only this many of the newest changes keep the encodings that watchers share, until the next compaction. A replay encodes the
 * other changes again.
 */
const SHARED_ENCODINGS = 256
