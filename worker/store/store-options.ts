import type { Clock } from '../clock/clock.ts'
import type { Log, SharedLog } from './persistence/log.ts'
import type { Encoding } from './stored-revision.ts'

export interface StoreOptions extends Encoding {
  readonly log: Log | SharedLog
  readonly clock: Clock
  /**
   * Minimum time that a change is kept for watches and older snapshots; 5 minutes by default, as in the real server.
   */
  readonly historyMs?: number
  /** Maximum bytes of the kept changes; beyond it the oldest are dropped before their time. */
  readonly historyBytes?: number
  /** Maximum number of decoded objects in memory. */
  readonly decodedObjects?: number
  /** Receives errors that the listener of a watch throws. */
  readonly report?: (error: unknown) => void
}
