import type { Clock } from '../clock/clock.ts'
import type { StoreContent } from './forkable-store.ts'
import type { Log, SharedLog } from './persistence/log.ts'
import type { Encoding } from './stored-revision.ts'

export interface StoreOptions extends Encoding {
  readonly log: Log | SharedLog
  /**
   * The content of the log, when another store of this process has already read it. It is shared, and the log is not read
   * again.
   */
  readonly origin?: StoreContent | undefined
  readonly clock: Clock
  /**
   * The time for which the store keeps a change for watches and reads of older revisions, in milliseconds; 5 minutes by
   * default, as in the real server.
   */
  readonly historyMs?: number
  /** Maximum bytes of the kept changes. When they exceed it, the oldest changes are dropped before `historyMs` has passed. */
  readonly historyBytes?: number
  /** Maximum number of decoded objects in memory. */
  readonly decodedObjects?: number
  /** Receives errors that the listener of a watch throws. */
  readonly report?: (error: unknown) => void
}
