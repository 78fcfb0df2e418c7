import type { Change, KeptChange } from './store.ts'
import { Compacted } from './store.ts'
import type { StoredChange } from './stored-change.ts'

/** A change and what it costs to keep. */
interface Kept extends KeptChange {
  readonly change: StoredChange
  readonly bytes: number
}

/** The changes since `compactedRevision`, bounded in time and bytes; the oldest go first. */
export class History {
  readonly #maxBytes: number
  #kept: (Kept | undefined)[] = []
  /** Where the kept ones begin in the array; the empty places before are removed in bulk. */
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

  /** @param bytes what the change keeps alive that the current state does not. */
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

  /** The changes of a resource after `revision`, newest first. @throws Compacted */
  backTo(resource: string, revision: number): Iterable<Change> {
    return this.#pick(resource, this.#kept.length - 1, this.#after(revision) - 1, -1)
  }

  /** Drops everything: the history begins at `revision`. */
  restart(revision: number): void {
    this.#kept = []
    this.#start = 0
    this.#bytes = 0
    this.#compactedRevision = revision
  }

  /** Drops what happened at or before `time`, and the shared encodings of the rest. */
  compact(time: number): void {
    while ((this.#kept[this.#start]?.at ?? Infinity) <= time && this.#dropOldest());
    this.#tidy()
    for (let i = this.#start; i < this.#kept.length; i++) this.#kept[i]?.change.forgetEncodings()
  }

  /** False where there is none. */
  #dropOldest(): boolean {
    const oldest = this.#kept[this.#start]
    if (oldest === undefined) return false
    this.#kept[this.#start++] = undefined
    this.#bytes -= oldest.bytes
    this.#compactedRevision = oldest.change.revision
    return true
  }

  /** Empty places go when there are as many of them as others. */
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

/** What a change takes beside its objects, about. */
const CHANGE_BYTES = 512
/** Only the newest changes keep the encodings their watchers share; older ones are encoded again for who replays them. */
const SHARED_ENCODINGS = 256
