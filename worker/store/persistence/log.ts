import type { Basis, Cause } from '../store.ts'

/**
 * Makes revisions durable (ADR 0006), for a single writer: in memory, in IndexedDB, or in a folder under Node. A log that
 * many servers write to is a `SharedLog`.
 */
export interface Log {
  /** Reads the newest revision of each key, in any order. Called once, before any other method. */
  open(): Promise<LogState>

  /**
   * Makes the changes durable, all or none. The first change gets the returned revision, each further change the next.
   * The store has compared `expected` of each change with its own state, waits for the previous commit to settle, and
   * never passes one key twice.
   * @throws StorageFull, StorageFailed, StorageDamaged when nothing was written
   * @throws OutcomeUnknown
   */
  commit(changes: readonly LogChange[]): Promise<number>

  /** The reason why the log refuses writes, for operators; undefined while it accepts them. */
  readonly outage?: string | undefined

  close(): Promise<void>
}

/**
 * A log that many servers write to at once (etcd). Each change is a transaction with its own revision; revisions
 * between two changes may be missing. The store learns the log's changes only through its follower.
 */
export interface SharedLog {
  /** As `Log.open`; the follower receives later changes. */
  open(): Promise<LogState>

  /** Starts the calls to `follower`, until the log is closed. Called once, after `open` and before any other method. */
  follow(follower: LogFollower): void

  /**
   * Makes one change durable if its key is still at `expected`. Resolves after the follower received the change.
   * @throws RevisionMismatch, BasisChanged after the follower received the conflicting change
   * @throws StorageFull, StorageFailed, StorageUnreachable when the write changed nothing
   * @throws OutcomeUnknown
   */
  write(change: LogChange): Promise<void>

  /**
   * Resolves after the follower received every change, of any writer, that was durable at the call.
   * @throws StorageUnreachable, StorageFailed
   */
  catchUp(): Promise<void>

  /** Pending writes fail with `OutcomeUnknown`. */
  close(): Promise<void>
}

export interface LogFollower {
  /** Changes in order of revision, including this server's own. */
  changed(records: readonly FollowedRecord[]): void
  /** The log has lost the changes since the last call; `state` is its present content. */
  reset(state: LogState): void
}

export interface FollowedRecord extends LogRecord {
  /** The argument of `write`, when this server made the change. */
  readonly change?: LogChange
  readonly cause?: Cause
}

export interface LogState {
  /** The revision of the last change; 1 when there is none, so that the first change is 2 (as in etcd). */
  readonly revision: number
  readonly records: readonly LogRecord[]
  /**
   * The changes of the newest writes, by write id, if the log keeps them. A client that did not receive the response can
   * request them.
   */
  readonly writes?: ReadonlyMap<string, readonly AppliedChange[]>
  /** A message to the user: the damage found, its repair, and the possible loss. */
  readonly notice?: string
}

/** One durable change of a write. */
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
  /** Whether `value` is undefined. Unlike `value`, reading it encodes nothing. Absent when that is unknown. */
  readonly removes?: boolean
  /** The characters of `value`; 0 for a removal. Unlike `value`, reading it encodes nothing. Absent when that is unknown. */
  readonly length?: number
  /** The revision of the key that the writer computed from; 0 when the key must not exist. */
  readonly expected: number
  readonly cause?: Cause | undefined
  /**
   * Whether the change removes or shrinks an object, or starts its removal. A full log still accepts such changes, as long as
   * they fit.
   */
  readonly frees?: boolean
  /** A resource that must have no puts after the basis; with a single writer the store checks this itself. */
  readonly basis?: Basis | undefined
}

export interface LogRecord {
  readonly key: string
  readonly value: Uint8Array | undefined
  readonly revision: number
  /** As in `Stored`. */
  readonly isStale?: boolean
}
