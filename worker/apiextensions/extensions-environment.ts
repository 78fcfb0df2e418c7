import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { OpenCatalog } from '../resources/resource.ts'
import type { Store } from '../store/store.ts'
import type { WebhookCaller } from '../webhooks/backend.ts'

/** The parts of a cluster that custom resources work with. */
export interface ExtensionsEnvironment {
  readonly store: Store
  readonly catalog: OpenCatalog
  readonly clock: Clock
  readonly dialect: Dialect
  /** Calls the host's webhooks; absent when the host cannot reach any. */
  readonly callWebhook?: WebhookCaller | undefined
  /**
   * Whether the feature gate `CRDValidationRatcheting` is on. An update may then keep faults of values that it leaves
   * unchanged.
   */
  readonly ratchets: boolean
  /** Receives errors outside of requests. */
  report(error: unknown): void
}
