import type { Clock } from '../../clock/clock.ts'
import { OutcomeUnknown, StorageUnreachable } from '../../store/store.ts'
import { serverItself } from '../../verbs/server-itself.ts'
import type { Target, Verbs, View, Watcher } from '../../verbs/verbs.ts'

/** The objects that a reflector keeps up to date. */
export interface ReflectorStore {
  /** The current objects; the reflector compares them with the next list. */
  views(): Iterable<View>
  /** An object was added or changed. A relist repeats unchanged objects. */
  upsert(view: View): void
  /** Receives the last state of a deleted object; after a missed deletion, the last state that the store held. */
  delete(view: View): void
}

interface ReflectorOptions {
  readonly verbs: Verbs
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/** Any revision is fresh enough for the first list: the watch delivers later changes. */
const WATCH_OPTIONS = {
  resourceVersion: '0',
  resourceVersionMatch: '',
  labelSelector: '',
  fieldSelector: '',
  allowWatchBookmarks: false,
  sendInitialEvents: undefined,
  // A week: each new watch repeats all objects, and a watch inside the server costs no connection.
  timeoutSeconds: 604_800,
}

/** The first delay of client-go's reflector before a relist (tools/cache/reflector.go). */
export const RETRY_MS = 800

/** Whether the storage cannot be reached, or the outcome of a write is unknown: a later retry may succeed. */
export const isStorageUnavailable = (error: unknown): boolean =>
  error instanceof StorageUnreachable || error instanceof OutcomeUnknown

/** Keeps a store equal to one resource while the cluster serves it. After a watch ends, it opens the next and relists. */
export class Reflector {
  /** Resolves when the store holds the objects of the first list. */
  readonly synced: Promise<void>
  readonly #options: ReflectorOptions
  readonly #target: () => Target | undefined
  readonly #store: ReflectorStore
  readonly #stopped = new AbortController()

  /** @param target returns undefined when the cluster no longer serves the resource */
  constructor(options: ReflectorOptions, target: () => Target | undefined, store: ReflectorStore) {
    this.#options = options
    this.#target = target
    this.#store = store
    this.synced = this.#watch()
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopped
    const target = this.#target()
    if (target === undefined || signal.aborted) return
    const unseen = new Map(Array.from(this.#store.views(), (view) => [viewKey(view), view]))
    const { verbs, clock, report } = this.#options
    const watcher: Watcher = {
      event: (event) => {
        if (!('view' in event)) return
        const { type, view } = event
        if (unseen.size > 0) unseen.delete(viewKey(view))
        if (type === 'DELETED') this.#store.delete(view)
        else this.#store.upsert(view)
      },
      // When the catalog withdraws a version, it publishes the replacement before this microtask runs.
      end: () => queueMicrotask(() => void this.#watch()),
    }
    try {
      await verbs.watch(target, { ...serverItself, signal }, WATCH_OPTIONS, watcher)
    } catch (error) {
      if (!isStorageUnavailable(error)) report(error)
      await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve))
      return this.#watch()
    }
    for (const view of unseen.values()) this.#store.delete(view)
  }
}

/** The key `namespace/name`, available without decoding the object. */
export const viewKey = ({ place }: View): string => `${place?.namespace ?? ''}/${place?.name ?? ''}`
