import { part } from '../api/part.ts'
import type { WebhookCaller } from '../webhooks/backend.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { OpenCatalog } from '../resources/resource.ts'
import type { Store } from '../store/store.ts'

/** What the room works with. */
export interface CustomResources {
  readonly store: Store
  readonly catalog: OpenCatalog
  readonly clock: Clock
  readonly dialect: Dialect
  /** The host's way to webhooks; absent where it reaches none. */
  readonly callWebhook?: WebhookCaller | undefined
  /** `CRDValidationRatcheting`: an update is not asked about what it leaves alone. */
  readonly ratchets: boolean
  /** Told of every error that no request is answered with. */
  report(error: unknown): void
}

const controller = part(() => import('./definition-controller.ts'))

/**
 * Makes each CustomResourceDefinition of the store a resource like any other, now and whenever one changes. The room
 * itself is loaded with the first definition, so a cluster without one pays nothing. Resolves once what is stored is
 * served.
 */
export async function openCustomResources(room: CustomResources): Promise<void> {
  const definitions = room.dialect.spell('apiextensions.{domain}/customresourcedefinitions')
  const { store } = room
  const start = async (): Promise<void> => (await controller()).startDefinitionController(room, definitions)
  if (store.snapshot(definitions).size > 0) return start()
  let loading = false
  const begin = (): void => {
    if (loading) return
    loading = true
    start().then(() => waiting.stop(), room.report)
  }
  // Where the store has lost what came between, there may have been one.
  const ended = (why: 'compacted' | 'closed'): void => void (why === 'compacted' && begin())
  const waiting = store.watch({ resource: definitions, from: store.revision, listener: begin, ended })
}
