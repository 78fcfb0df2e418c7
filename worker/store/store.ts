import type { ApiObject } from '../api/object.ts'

/**
 * The store: a revisioned cache over a log (ADR 0006). It knows keys, revisions and encoded bytes;
 * it does not know kinds, versions, HTTP or why something changes.
 */
export interface Store {
  /** The newest revision that is durable and visible. */
  readonly revision: number

  get(key: Key): Stored | undefined

  /**
   * A frozen view of one resource: O(1) to take, never changed by later writes. At `revision` where given.
   * @throws Compacted where the revision is older than the kept history; FutureRevision where it is not reached yet.
   */
  snapshot(resource: string, revision?: number): Snapshot

  /**
   * Writes one object. `expected` is the revision the caller computed from, 0 for "must not exist".
   * Resolves when the change is durable and visible to every reader; writers that arrive together share one commit.
   * @throws RevisionMismatch where the object changed meanwhile: the caller reads again and retries.
   * @throws BasisChanged where something of `basis` was written meanwhile: the same.
   * @throws StorageFull, StorageFailed, StorageUnreachable where nothing was changed.
   * @throws OutcomeUnknown
   */
  put(key: Key, object: ApiObject, expected: number, cause?: Cause, basis?: Basis): Promise<Stored>

  /** Removes one object; the result is what was removed, with the revision of the removal. */
  remove(key: Key, expected: number, cause?: Cause): Promise<Stored>

  /** What `writes` puts and removes before it returns shares one commit, where the log has one writer. Must not throw. */
  together(writes: () => void): void

  /**
   * Calls `listener` for every change of `resource` (in `namespace`, if given) after `from`, in order of revision: first
   * those of the kept history, before this call returns, then each as it happens.
   * @throws Compacted where `from` is older than the kept history.
   */
  watch(options: WatchOptions): Watch

  /**
   * Only where others write to the log too: resolves once every change is visible that was durable when it was called.
   * Without it the store is always as new as its log.
   * @throws StorageUnreachable
   */
  readonly catchUp: (() => Promise<void>) | undefined

  /** Resolves true once `revision` is reached, or false after `ms`. */
  reached(revision: number, ms: number): Promise<boolean>

  /** Forgets the history now: what asks for a revision before the newest change is told Compacted. */
  compact(): void

  /**
   * The kept changes of all resources after a revision, oldest first.
   * @throws Compacted
   */
  changes(after: number): Iterable<KeptChange>

  /** The oldest revision that a snapshot or a watch may still ask for. */
  readonly compactedRevision: number

  close(): Promise<void>
}

/** Where an object lies. `resource` is the storage name, `apps/deployments`; namespace is empty for cluster scope. */
export interface Key {
  readonly resource: string
  readonly namespace: string
  readonly name: string
}

/** Everything that was stored of a resource at a revision: what a write may be computed from besides its own object. */
export interface Basis {
  readonly resource: string
  readonly revision: number
}

/** One revision of one object. Shared by all readers and never changed. */
export interface Stored {
  readonly key: Key
  /** Its `metadata.resourceVersion`. */
  readonly revision: number
  /** The object in its storage version, `metadata.resourceVersion` set. */
  readonly object: ApiObject
  /** Of the object, known without it. */
  readonly labels: Readonly<Record<string, string>>
  /** The same as JSON, encoded once. */
  readonly bytes: Uint8Array
  /** Them with the line feed that an answer ends in, where they lie so. */
  readonly line?: Uint8Array
  /** Where in `bytes` the value of `metadata` ends; undefined: nobody looked for it. */
  readonly metadataEnd?: number
}

export interface Snapshot {
  readonly revision: number
  readonly size: number
  /** In bytewise order of `namespace/name`, as in etcd. `after` starts behind a place (for `continue`). */
  entries(range?: Range): Iterable<Stored>
  /** How many entries lie in the range. */
  count(range?: Range): number
  get(namespace: string, name: string): Stored | undefined
}

export interface Range {
  /** Absent or empty: all namespaces. */
  readonly namespace?: string
  readonly after?: { readonly namespace: string; readonly name: string }
}

export interface Change {
  readonly type: 'put' | 'remove'
  readonly revision: number
  readonly key: Key
  /** For `remove`: the last state, with the revision of the removal. */
  readonly current: Stored
  /** The state before; undefined for a creation. */
  readonly previous: Stored | undefined
  readonly cause: Cause | undefined
  /** Room for encodings of this change that watchers share; keyed by form. */
  readonly encoded: Map<string, Uint8Array>
}

/** A change in the history. */
export interface KeptChange {
  readonly change: Change
  /** `Clock.now` when it became visible. */
  readonly at: number
}

/** Who and what made a change; kept in the history beside it. */
export interface Cause {
  readonly requestId: string
  readonly user: string
  readonly verb: string
}

export interface WatchOptions {
  readonly resource: string
  readonly namespace?: string
  /** Changes after this revision; it may lie in the future. */
  readonly from: number
  /** Must not throw: a watch whose listener threw would go on with a gap, so it is ended as `closed`. */
  listener(change: Change): void
  /** The store closed, or a log with many writers lost the history that this watch needs. Nothing follows. */
  ended(why: 'compacted' | 'closed'): void
}

export interface Watch {
  stop(): void
}

/** Thrown by `snapshot` and `watch`. */
export class Compacted extends Error {
  override readonly name = 'Compacted'
  readonly compactedRevision: number
  constructor(compactedRevision: number) {
    super(`the revisions before ${compactedRevision} have been compacted`)
    this.compactedRevision = compactedRevision
  }
}

export class FutureRevision extends Error {
  override readonly name = 'FutureRevision'
}

export class RevisionMismatch extends Error {
  override readonly name = 'RevisionMismatch'
}

/** What was shared out may have been given to somebody else. */
export class BasisChanged extends RevisionMismatch {}

/** The device has no room left; nothing of the write was kept. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
}

/** The log could not make the write durable; nothing of it was kept. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed'
}

/** The log is elsewhere and does not answer; nothing of a write was kept. */
export class StorageUnreachable extends Error {
  override readonly name = 'StorageUnreachable'
}

/** The log is elsewhere and did not answer in time: the write may have been made, or may yet be. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}
