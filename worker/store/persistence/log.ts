/**
 * Where revisions become durable (DESIGN: Decisions, 2a). Memory, IndexedDB and a file under Node are logs with one
 * writer; a log with many writers (etcd) fits the same four operations.
 */
export interface Log {
  /** Reads everything that is stored, newest revision of each key, in any order. Called once, first. */
  open(): Promise<LogState>

  /**
   * Makes the changes durable, all or none, and gives them their revisions: the first gets the returned revision, each
   * further one the next. The store calls it again only after it settled, and never with one key twice. `expected` of
   * each change must still hold in the log; a log with one writer may rely on the store, which has compared it.
   * @throws RevisionMismatch, StorageFull, StorageFailed
   */
  commit(changes: readonly LogChange[]): Promise<number>

  /**
   * Reports changes that other writers made, in order of revision, and before a commit with a later revision resolves.
   * A log with one writer never calls back.
   */
  follow(listener: (records: readonly LogRecord[]) => void): () => void

  close(): Promise<void>
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
  /** Names the request that makes the change. */
  readonly writeId?: string
}

export interface LogRecord {
  readonly key: string
  readonly value: Uint8Array | undefined
  readonly revision: number
}
