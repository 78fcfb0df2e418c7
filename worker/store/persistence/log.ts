import type { Basis, Cause } from '../store.ts'

/**
 * Where revisions become durable (ADR 0006), and who writes here is alone: memory, IndexedDB, a file under
 * Node. What many servers write to at once is a `SharedLog`.
 */
export interface Log {
  /** Reads everything that is stored, newest revision of each key, in any order. Called once, first. */
  open(): Promise<LogState>

  /**
   * Makes the changes durable, all or none, and gives them their revisions: the first gets the returned revision, each
   * further one the next. The store calls it again only after it settled, and never with one key twice. It has compared
   * `expected` of each change with what it holds, and nobody else writes.
   * @throws StorageFull, StorageFailed
   */
  commit(changes: readonly LogChange[]): Promise<number>

  close(): Promise<void>
}

/**
 * A log that many servers write to at once (etcd). Each change stands for itself and has a revision of its own; between
 * two of them revisions may be missing. What the log holds reaches the store by one way only: what it tells its follower.
 */
export interface SharedLog {
  /** As `Log.open`; what changes later is told to the follower. */
  open(): Promise<LogState>

  /** Begins to tell, once and before anything else; until the log is closed. */
  follow(follower: LogFollower): void

  /**
   * Makes one change durable if its key is still at `expected`. Resolves once the follower was told of it.
   * @throws RevisionMismatch, BasisChanged once the follower was told of what was faster
   * @throws StorageFull, StorageFailed, StorageUnreachable where nothing was changed
   * @throws OutcomeUnknown
   */
  write(change: LogChange): Promise<void>

  /**
   * Resolves once the follower was told of everything that was durable when this was called, whoever made it.
   * @throws StorageUnreachable
   */
  catchUp(): Promise<void>

  /** Writes that wait for an answer are told that it is not known. */
  close(): Promise<void>
}

export interface LogFollower {
  /** Changes, in order of revision; own ones too. */
  changed(records: readonly FollowedRecord[]): void
  /** The log cannot tell any more what happened since the last change: this is what it holds now. */
  reset(state: LogState): void
}

export interface FollowedRecord extends LogRecord {
  /** For a change that `write` was called with: that one. */
  readonly change?: LogChange
  readonly cause?: Cause
}

export interface LogState {
  /** The revision of the last change; 1 where there was none yet, so that the first change is 2 (as in etcd). */
  readonly revision: number
  readonly records: readonly LogRecord[]
  /** What the newest writes did, by their ids, where the log keeps that: for who did not hear the answer. */
  readonly writes?: ReadonlyMap<string, readonly AppliedChange[]>
  /** What was found damaged, what was done about it and what may be lost, in words for who uses the cluster. */
  readonly notice?: string
}

/** One change of a write that is durable. */
export interface AppliedChange {
  readonly key: string
  readonly revision: number
  readonly effect: 'created' | 'updated' | 'removed'
}

export interface LogChange {
  /** `apps/deployments/default/web`; `core/nodes//n1`. */
  readonly key: string
  /** JSON without `metadata.resourceVersion`; undefined removes the key. */
  readonly value: Uint8Array | undefined
  /** The key's revision the writer computed from; 0: must not exist. */
  readonly expected: number
  readonly cause?: Cause | undefined
  /** What else must not have been written since; a log with one writer leaves it to the store. */
  readonly basis?: Basis | undefined
}

export interface LogRecord {
  readonly key: string
  readonly value: Uint8Array | undefined
  readonly revision: number
}
