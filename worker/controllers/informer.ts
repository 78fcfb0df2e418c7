import type { ApiObject } from '../api/object.ts'
import type { Clock } from '../clock/clock.ts'
import type { View } from '../verbs/verbs.ts'
import type { Informer, InformerHandler, Place } from './controller.ts'
import { placeText, type EndlessListener, type EndlessWatch } from './endless-watch.ts'

interface InformerOptions {
  /** Opens the watch that the informer listens to. */
  readonly open: (listener: EndlessListener) => EndlessWatch
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/** Handlers look into every object, which may take longer altogether than a request should wait. */
const SLICE_MS = 5

/**
 * What all controllers know of one kind. It holds what the store shows rather than objects of its own, so a kind takes
 * little room besides the store's.
 */
export class SharedInformer implements Informer {
  readonly synced: Promise<void>
  readonly #clock: Clock
  readonly #report: (error: unknown) => void
  readonly #watch: EndlessWatch
  readonly #handlers = new Set<InformerHandler>()
  /** By name, by namespace. */
  readonly #spaces = new Map<string, Map<string, View>>()
  /** What was there to begin with, and handlers were not told of yet; undefined once they were told of all. */
  #untold: Set<View> | undefined = new Set()
  #isFirst = true
  /** By the uid of the controller, then by place; undefined until somebody asks. */
  #controlled: Map<string, Map<string, View>> | undefined

  constructor({ open, clock, report }: InformerOptions) {
    this.#clock = clock
    this.#report = report
    this.#watch = open({
      known: () => [...this.#spaces.values()].flatMap((space) => [...space.values()]),
      put: (view) => this.#put(view),
      gone: (view) => this.#gone(view),
    })
    this.synced = this.#watch.synced.then(() => this.#tellAll())
  }

  get({ namespace, name }: Place): ApiObject | undefined {
    return this.#spaces.get(namespace)?.get(name)?.object
  }

  *list(namespace?: string): Iterable<ApiObject> {
    const spaces = namespace === undefined ? this.#spaces.values() : [this.#spaces.get(namespace)]
    // Who reads the list may write meanwhile.
    const views = Array.from(spaces, (space) => Array.from(space?.values() ?? []))
    for (const space of views) for (const { object } of space) yield object
  }

  *controlledBy(uid: string): Iterable<ApiObject> {
    const views = Array.from(this.#index().get(uid)?.values() ?? [])
    for (const { object } of views) yield object
  }

  handle(handler: InformerHandler): () => void {
    for (const space of this.#spaces.values())
      for (const view of space.values())
        if (this.#untold?.has(view) !== true) this.#tell(() => handler.added?.(view.object))
    this.#handlers.add(handler)
    return () => void this.#handlers.delete(handler)
  }

  stop(): void {
    this.#handlers.clear()
    this.#untold?.clear()
    this.#watch.stop()
  }

  #put(view: View): void {
    const { namespace = '', name = '' } = view.place ?? {}
    const space = this.#space(namespace)
    const before = space.get(name)
    space.set(name, view)
    if (this.#controlled !== undefined) this.#control(this.#controlled, { view, before })
    if (before === undefined) {
      if (this.#isFirst) this.#untold?.add(view)
      else this.#added(view)
      return
    }
    if (this.#untold?.delete(before) === true) return this.#added(view)
    const [object, old] = [view.object, before.object]
    // A watch that began anew tells again what is known.
    if (old.metadata?.resourceVersion === object.metadata?.resourceVersion) return
    for (const handler of this.#handlers) this.#tell(() => handler.changed?.(object, old))
  }

  #added(view: View): void {
    if (this.#handlers.size === 0) return
    const { object } = view
    for (const handler of this.#handlers) this.#tell(() => handler.added?.(object))
  }

  #gone(view: View): void {
    const { namespace = '', name = '' } = view.place ?? {}
    const space = this.#spaces.get(namespace)
    const before = space?.get(name)
    space?.delete(name)
    if (space?.size === 0) this.#spaces.delete(namespace)
    if (this.#controlled !== undefined) this.#control(this.#controlled, { before: view })
    if (before !== undefined && this.#untold?.delete(before) === true) return
    const { object } = view
    for (const handler of this.#handlers) this.#tell(() => handler.gone?.(object))
  }

  /** A slice at a time. What changes meanwhile is told of as it changes. */
  async #tellAll(): Promise<void> {
    this.#isFirst = false
    let end = this.#clock.elapsed() + SLICE_MS
    for (const view of this.#untold ?? []) {
      this.#untold?.delete(view)
      this.#added(view)
      if (this.#clock.elapsed() < end) continue
      await this.#clock.turn()
      end = this.#clock.elapsed() + SLICE_MS
    }
    this.#untold = undefined
  }

  #space(namespace: string): Map<string, View> {
    const space = this.#spaces.get(namespace) ?? new Map<string, View>()
    this.#spaces.set(namespace, space)
    return space
  }

  #index(): Map<string, Map<string, View>> {
    if (this.#controlled !== undefined) return this.#controlled
    const index = (this.#controlled = new Map<string, Map<string, View>>())
    for (const space of this.#spaces.values()) for (const view of space.values()) this.#control(index, { view })
    return index
  }

  #control(
    index: Map<string, Map<string, View>>,
    { view, before }: { readonly view?: View; readonly before?: View | undefined },
  ): void {
    const was = before && controllerOf(before.object)
    const is = view && controllerOf(view.object)
    if (before !== undefined && was !== undefined && was !== is) {
      const former = index.get(was)
      former?.delete(placeText(before))
      if (former?.size === 0) index.delete(was)
    }
    if (view === undefined || is === undefined) return
    const owned = index.get(is) ?? new Map<string, View>()
    index.set(is, owned.set(placeText(view), view))
  }

  /** One that fails does not keep the others from being told. */
  #tell(handle: () => void): void {
    try {
      handle()
    } catch (error) {
      this.#report(error)
    }
  }
}

const controllerOf = ({ metadata }: ApiObject): string | undefined =>
  metadata?.ownerReferences?.find(({ controller }) => controller === true)?.uid
