/**
 * Where revisions become durable (DESIGN: Decisions, 2a). Memory, IndexedDB and a file under Node are logs with one
 * writer; a log with many writers (etcd) fits the same four operations.
 */
export interface Log {
  /** Reads everything that is stored, newest revision of each key, in any order. Called once, first. */
  open(): Promise<LogState>

  /**
   * Makes the changes durable, all or none, and gives them their revisions: the first gets the returned revision, each
   * further one the next. `expected` of each change must still hold in the log.
   * @throws RevisionMismatch, StorageFull, StorageFailed
   */
  commit(changes: readonly LogChange[]): Promise<number>

  /** Reports changes that other writers made. A log with one writer never calls back. */
  follow(listener: (records: readonly LogRecord[]) => void): () => void

  close(): Promise<void>
}

export interface LogState {
  readonly revision: number
  readonly compactedRevision: number
  readonly records: readonly LogRecord[]
}

export interface LogChange {
  /** `apps/deployments/default/web`; `core/nodes//n1`. */
  readonly key: string
  /** JSON without `metadata.resourceVersion`; undefined removes the key. */
  readonly value: Uint8Array | undefined
  /** The key's revision the writer computed from; 0: must not exist. */
  readonly expected: number
}

export interface LogRecord {
  readonly key: string
  readonly value: Uint8Array | undefined
  readonly revision: number
}
