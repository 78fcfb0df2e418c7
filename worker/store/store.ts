import type { ApiObject } from '../api/object.ts'

/**
 * The store: a revisioned cache over a log (ADR 0006). It handles keys, revisions and encoded bytes, and is independent
 * of kinds, versions, HTTP and the reasons for changes.
 */
export interface Store {
  /** The newest revision that is durable and visible. */
  readonly revision: number

  get(key: Key): Stored | undefined

  /**
   * A frozen view of one resource at `revision`, by default the newest. Later writes do not change it. The view of the newest
   * revision is made in O(1).
   * @throws Compacted when the revision is older than the kept history; FutureRevision when it is not reached yet.
   */
  snapshot(resource: string, revision?: number): Snapshot

  /**
   * Writes one object. `expected` is the revision from which the caller computed the change; 0 when the object must not exist.
   * Resolves when the change is durable and visible to every reader. Writes that arrive together share one commit.
   * @throws RevisionMismatch when the object has changed meanwhile: the caller reads again and retries.
   * @throws BasisChanged when an object of `basis` was written meanwhile: the caller does the same.
   * @throws StorageFull, StorageFailed, StorageDamaged, StorageUnreachable, ObjectTooLarge when the write changed nothing.
   * @throws OutcomeUnknown
   */
  put(key: Key, object: ApiObject, expected: number, options?: PutOptions): Promise<Stored>

  /** Removes one object. The result is the last state, with the revision of the removal. */
  remove(key: Key, expected: number, cause?: Cause): Promise<Stored>

  /**
   * Calls `writes` and commits all its puts and removes in one group, if the log has a single writer. `writes` must not
   * throw.
   */
  together(writes: () => void): void

  /**
   * Calls `listener` for every change of `resource` (in `namespace`, if given) after `from`, in order of revision. Changes in
   * the kept history are delivered before this call returns, later changes as they happen.
   * @throws Compacted when `from` is older than the kept history.
   */
  watch(options: WatchOptions): Watch

  /**
   * Resolves once every change that was durable at the call is visible. Defined only for a log with several writers; with a
   * single writer the store is always as new as its log.
   * @throws StorageUnreachable
   */
  readonly catchUp: (() => Promise<void>) | undefined

  /** Resolves true once `revision` is reached, or false after `ms` milliseconds or when the store closes. */
  reached(revision: number, ms: number): Promise<boolean>

  /** The number of watches of the key's resource that include its namespace. */
  watching(key: Key): number

  /** Drops the history now. A snapshot or watch at a revision before the newest change then throws Compacted. */
  compact(): void

  /**
   * The kept changes of all resources after a revision, oldest first.
   * @throws Compacted
   */
  changes(after: number): Iterable<KeptChange>

  /** The oldest revision that a snapshot or a watch may start from. */
  readonly compactedRevision: number

  /** The reason why the log refuses writes; undefined while it accepts them. */
  readonly outage: string | undefined

  /** Calls `listener` after every change of every resource, until the returned function is called. */
  observe(listener: (change: Change) => void): () => void

  close(): Promise<void>
}

/** Identifies an object. `resource` is the storage name, `apps/deployments`; `namespace` is empty for cluster scope. */
export interface Key {
  readonly resource: string
  readonly namespace: string
  readonly name: string
}

/** Optional parts of a put. */
export interface PutOptions {
  readonly cause?: Cause | undefined
  readonly basis?: Basis | undefined
  /** As in `Stored`. */
  readonly isSound?: boolean
}

/** A resource and the revision at which a write read all of its objects, for example to allocate a free address. */
export interface Basis {
  readonly resource: string
  readonly revision: number
}

/** One revision of one object. All readers share it, and it never changes. */
export interface Stored {
  readonly key: Key
  /** The object's `metadata.resourceVersion`. */
  readonly revision: number
  /** The object in its storage version, with `metadata.resourceVersion`. */
  readonly object: ApiObject
  /** Labels of the object, available without decoding the object. */
  readonly labels: Readonly<Record<string, string>>
  /** The object as JSON, encoded once. */
  readonly bytes: Uint8Array
  /** `bytes` followed by the line feed that ends a response, if both are in one buffer. */
  readonly line?: Uint8Array
  /** Offset in `bytes` at which the value of `metadata` ends; undefined when it has not been computed. */
  readonly metadataEnd?: number
  /**
   * Whether this store encoded the revision. Other revisions may come from another process or an earlier version of the
   * program.
   */
  readonly isOwn?: boolean
  /**
   * Whether the object passed all rules of its kind, and no rule for one part read another part. An update need not check
   * unchanged parts then.
   */
  readonly isSound?: boolean
  /**
   * Whether the log would store the same object in another form now, for example encrypted with another key. An update that
   * changes nothing writes such an object again.
   */
  readonly isStale?: boolean
}

export interface Snapshot {
  readonly revision: number
  readonly size: number
  /** The objects in bytewise order of `namespace/name`, as in etcd. With `after`, they start after that key (for `continue`). */
  entries(range?: Range): Iterable<Stored>
  /** The number of entries in the range. */
  count(range?: Range): number
  get(namespace: string, name: string): Stored | undefined
}

export interface Range {
  /** The namespace to read; absent or empty for all namespaces. */
  readonly namespace?: string
  readonly after?: { readonly namespace: string; readonly name: string }
}

export interface Change {
  readonly type: 'put' | 'remove'
  readonly revision: number
  readonly key: Key
  /** The new state; for `remove` the last state, with the revision of the removal. */
  readonly current: Stored
  /** The state before; undefined for a creation. */
  readonly previous: Stored | undefined
  readonly cause: Cause | undefined
  /** A cache of encodings of this change that watchers share, keyed by form. */
  readonly encoded: Map<string, Uint8Array>
}

/** A change in the history. */
export interface KeptChange {
  readonly change: Change
  /** `Clock.now` when it became visible. */
  readonly at: number
}

/** The writer and the reason of a change, kept beside it in the history. */
export interface Cause {
  readonly requestId: string
  readonly user: string
  readonly verb: string
  /** The User-Agent, at most 256 characters; for a controller of this server its name. */
  readonly agent?: string
}

export interface WatchOptions {
  readonly resource: string
  readonly namespace?: string
  /** Only changes of objects that have this value before or after the change; absent for all changes. */
  readonly only?: WatchedValue | undefined
  /** The watch receives changes after this revision, which may be in the future. */
  readonly from: number
  /** Must not throw. If it throws, the store ends the watch as `closed`, because the watch would continue with a gap. */
  listener(change: Change): void
  /**
   * Called last: when the store closes, after `listener` threw, or when a log with several writers has lost the history that this
   * watch needs.
   */
  ended(why: 'compacted' | 'closed'): void
}

/** A value of one field, such as the node of a pod. A change is delivered without a visit to the watchers of other values. */
export interface WatchedValue {
  /** Identifies `read` among the watchers of a resource. */
  readonly field: string
  readonly value: string
  read(object: ApiObject): string
}

export interface Watch {
  stop(): void
}

/** Thrown by `snapshot`, `watch` and `changes`. */
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

/** An object of the basis was written: another writer may have taken the value that this write allocates. */
export class BasisChanged extends RevisionMismatch {}

/** The device has no room left; the write changed nothing. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
}

/** The log could not make the write durable; the write changed nothing. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed'
}

/**
 * The remote storage answered with a refusal; nothing was written. Clients receive the message, which is the storage's own
 * text.
 */
export class StorageRefused extends StorageFailed {}

/** The store was closed before the write began. */
export class StoreClosed extends StorageFailed {
  constructor() {
    super('the store is closed')
  }
}

/** The stored data is damaged, and the log accepts no write; the write changed nothing. */
export class StorageDamaged extends Error {
  override readonly name = 'StorageDamaged'
}

/** The object as JSON is longer than the store accepts; the write changed nothing. */
export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge'
}

export type StorageRefusal = StorageFull | StorageFailed | StorageDamaged | ObjectTooLarge

/** Whether the log refused a write, which changed nothing. */
export const isStorageRefusal = (error: unknown): error is StorageRefusal =>
  error instanceof StorageFull ||
  error instanceof StorageFailed ||
  error instanceof StorageDamaged ||
  error instanceof ObjectTooLarge

/** The remote log does not answer; the write changed nothing. */
export class StorageUnreachable extends Error {
  override readonly name = 'StorageUnreachable'
}

/** The remote log did not answer in time; the write may have been made, or may still be made. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}
