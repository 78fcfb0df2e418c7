import type { Cause, Change, Key, Stored } from './store.ts'

/** A change in the history. It is encoded at the first use, because few of thousands of changes are ever sent to a watcher. */
export class StoredChange implements Change {
  readonly type: Change['type']
  readonly revision: number
  readonly key: Key
  readonly current: Stored
  readonly previous: Stored | undefined
  readonly cause: Cause | undefined
  #encoded: Map<string, Uint8Array> | undefined

  constructor(type: Change['type'], current: Stored, previous: Stored | undefined, cause: Cause | undefined) {
    this.type = type
    this.revision = current.revision
    this.key = current.key
    this.current = current
    this.previous = previous
    this.cause = cause
  }

  get encoded(): Map<string, Uint8Array> {
    return (this.#encoded ??= new Map())
  }

  /** Drops the shared encodings; a replay encodes the change again. */
  forgetEncodings(): void {
    this.#encoded = undefined
  }
}
