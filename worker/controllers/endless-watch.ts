import type { Clock } from '../clock/clock.ts'
import { OutcomeUnknown, StorageUnreachable } from '../store/store.ts'
import { serverItself } from '../verbs/server-itself.ts'
import type { Target, Verbs, View, Watcher } from '../verbs/verbs.ts'

interface Surroundings {
  readonly verbs: Verbs
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

export interface EndlessListener {
  /** What it was told of last; asked where the watch has to begin anew. */
  known(): Iterable<View>
  /** Added or changed; told again of everything where the watch begins anew. */
  put(view: View): void
  /** As it was at its end. Where that was not seen, as it was last known. */
  gone(view: View): void
}

/** Any state will do to begin with: what is behind it follows. */
const EVERYTHING = {
  resourceVersion: '0',
  resourceVersionMatch: '',
  labelSelector: '',
  fieldSelector: '',
  allowWatchBookmarks: false,
  sendInitialEvents: undefined,
  // A week: every new beginning is told of all objects.
  timeoutSeconds: 604_800,
}

const RETRY_MS = 1000

/** Away for now: what failed for it may be tried again. */
export const isAway = (error: unknown): boolean =>
  error instanceof StorageUnreachable || error instanceof OutcomeUnknown

/** Follows one kind for as long as it is served: begins anew where a watch ends, and finds out what went between two. */
export class EndlessWatch {
  /** Resolves when the listener was told of what was there when it began. */
  readonly synced: Promise<void>
  readonly #surroundings: Surroundings
  readonly #target: () => Target | undefined
  readonly #listener: EndlessListener
  readonly #over = new AbortController()

  /** @param target undefined where nobody serves the kind any more */
  constructor(surroundings: Surroundings, target: () => Target | undefined, listener: EndlessListener) {
    this.#surroundings = surroundings
    this.#target = target
    this.#listener = listener
    this.synced = this.#begin()
  }

  stop(): void {
    this.#over.abort()
  }

  async #begin(): Promise<void> {
    const { signal } = this.#over
    const target = this.#target()
    if (target === undefined || signal.aborted) return
    const unseen = new Map(Array.from(this.#listener.known(), (view) => [placeText(view), view]))
    const { verbs, clock, report } = this.#surroundings
    const watcher: Watcher = {
      event: (event) => {
        if (!('view' in event)) return
        const { type, view } = event
        if (unseen.size > 0) unseen.delete(placeText(view))
        if (type === 'DELETED') this.#listener.gone(view)
        else this.#listener.put(view)
      },
      // Who withdraws a kind publishes another one in the same turn.
      end: () => queueMicrotask(() => void this.#begin()),
    }
    try {
      await verbs.watch(target, { ...serverItself, signal }, EVERYTHING, watcher)
    } catch (error) {
      if (!isAway(error)) report(error)
      await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve))
      return this.#begin()
    }
    for (const view of unseen.values()) this.#listener.gone(view)
  }
}

/** `namespace/name`, known without the object. */
export const placeText = ({ place }: View): string => `${place?.namespace ?? ''}/${place?.name ?? ''}`
