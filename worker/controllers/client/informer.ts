import type { ApiObject } from '../../api/object.ts'
import type { Clock } from '../../clock/clock.ts'
import type { View } from '../../verbs/verbs.ts'
import type { NamespacedName } from './namespaced-name.ts'
import { type Reflector, type ReflectorStore, viewKey } from './reflector.ts'

/** The objects of one resource, kept up to date. All controllers share the objects, so no controller may change one. */
export interface Informer {
  /** Resolves when every handler has received the objects of the first list. */
  readonly synced: Promise<void>
  get(name: NamespacedName): ApiObject | undefined
  /** The objects of a namespace, or of all namespaces. */
  list(namespace?: string): Iterable<ApiObject>
  /** The objects whose controlling owner reference (`controller: true`) has this uid. */
  controlledBy(uid: string): Iterable<ApiObject>
  /** Calls `added` for each known object, then the handler for each change. The returned function removes the handler. */
  addEventHandler(handler: ResourceEventHandler): () => void
}

export interface ResourceEventHandler {
  added?(object: ApiObject): void
  updated?(object: ApiObject, before: ApiObject): void
  /** Receives the last state of the object. */
  deleted?(object: ApiObject): void
}

interface InformerOptions {
  readonly open: (store: ReflectorStore) => Reflector
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/** A third of a frame at 60 Hz: the longest time that requests and messages wait for the handlers of a large first list. */
const SLICE_MS = 5

/** An informer that holds the views of the store instead of copies, so an object exists once in memory. */
export class SharedInformer implements Informer {
  readonly synced: Promise<void>
  readonly #clock: Clock
  readonly #report: (error: unknown) => void
  readonly #reflector: Reflector
  readonly #handlers = new Set<ResourceEventHandler>()
  /** The views by namespace, then by name. */
  readonly #namespaces = new Map<string, Map<string, View>>()
  /** Objects of the first list that handlers have not received; undefined after the last one. */
  #undelivered: Set<View> | undefined = new Set()
  #isInitialList = true
  /** The views by the uid of the controller, then by view key; undefined before the first `controlledBy`. */
  #byController: ControllerIndex | undefined

  constructor({ open, clock, report }: InformerOptions) {
    this.#clock = clock
    this.#report = report
    this.#reflector = open({
      views: () => [...this.#namespaces.values()].flatMap((views) => [...views.values()]),
      upsert: (view) => this.#upsert(view),
      delete: (view) => this.#delete(view),
    })
    this.synced = this.#reflector.synced.then(() => this.#deliverInitialList())
  }

  get({ namespace, name }: NamespacedName): ApiObject | undefined {
    return this.#namespaces.get(namespace)?.get(name)?.object
  }

  *list(namespace?: string): Iterable<ApiObject> {
    const namespaces = namespace === undefined ? this.#namespaces.values() : [this.#namespaces.get(namespace)]
    // A copy: the reader may write during the iteration.
    const lists = Array.from(namespaces, (views) => Array.from(views?.values() ?? []))
    for (const views of lists) for (const { object } of views) yield object
  }

  *controlledBy(uid: string): Iterable<ApiObject> {
    const views = Array.from(this.#controllerIndex().get(uid)?.values() ?? [])
    for (const { object } of views) yield object
  }

  addEventHandler(handler: ResourceEventHandler): () => void {
    for (const views of this.#namespaces.values())
      for (const view of views.values())
        if (this.#undelivered?.has(view) !== true) this.#call(() => handler.added?.(view.object))
    this.#handlers.add(handler)
    return () => void this.#handlers.delete(handler)
  }

  stop(): void {
    this.#handlers.clear()
    this.#undelivered?.clear()
    this.#reflector.stop()
  }

  #upsert(view: View): void {
    const { namespace = '', name = '' } = view.place ?? {}
    const views = this.#namespace(namespace)
    const before = views.get(name)
    views.set(name, view)
    if (this.#byController !== undefined) indexView(this.#byController, { view, before })
    if (before === undefined) {
      if (this.#isInitialList) this.#undelivered?.add(view)
      else this.#deliverAdded(view)
      return
    }
    if (this.#undelivered?.delete(before) === true) return this.#deliverAdded(view)
    const [object, old] = [view.object, before.object]
    // A relist repeats unchanged objects.
    if (old.metadata?.resourceVersion === object.metadata?.resourceVersion) return
    for (const handler of this.#handlers) this.#call(() => handler.updated?.(object, old))
  }

  #deliverAdded(view: View): void {
    if (this.#handlers.size === 0) return
    const { object } = view
    for (const handler of this.#handlers) this.#call(() => handler.added?.(object))
  }

  #delete(view: View): void {
    const { namespace = '', name = '' } = view.place ?? {}
    const views = this.#namespaces.get(namespace)
    const before = views?.get(name)
    views?.delete(name)
    if (views?.size === 0) this.#namespaces.delete(namespace)
    if (this.#byController !== undefined) indexView(this.#byController, { before: view })
    if (before !== undefined && this.#undelivered?.delete(before) === true) return
    const { object } = view
    for (const handler of this.#handlers) this.#call(() => handler.deleted?.(object))
  }

  /** Delivers the first list in slices. A change to an undelivered object is delivered at once. */
  async #deliverInitialList(): Promise<void> {
    this.#isInitialList = false
    let end = this.#clock.elapsed() + SLICE_MS
    for (const view of this.#undelivered ?? []) {
      this.#undelivered?.delete(view)
      this.#deliverAdded(view)
      if (this.#clock.elapsed() < end) continue
      await this.#clock.turn()
      end = this.#clock.elapsed() + SLICE_MS
    }
    this.#undelivered = undefined
  }

  #namespace(namespace: string): Map<string, View> {
    const views = this.#namespaces.get(namespace) ?? new Map<string, View>()
    this.#namespaces.set(namespace, views)
    return views
  }

  #controllerIndex(): ControllerIndex {
    if (this.#byController !== undefined) return this.#byController
    const index: ControllerIndex = (this.#byController = new Map())
    for (const views of this.#namespaces.values()) for (const view of views.values()) indexView(index, { view })
    return index
  }

  /** An error of one handler does not affect the others. */
  #call(handle: () => void): void {
    try {
      handle()
    } catch (error) {
      this.#report(error)
    }
  }
}

type ControllerIndex = Map<string, Map<string, View>>

function indexView(
  index: ControllerIndex,
  { view, before }: { readonly view?: View; readonly before?: View | undefined },
): void {
  const oldUid = before && controllerUid(before.object)
  const newUid = view && controllerUid(view.object)
  if (before !== undefined && oldUid !== undefined && oldUid !== newUid) {
    const views = index.get(oldUid)
    views?.delete(viewKey(before))
    if (views?.size === 0) index.delete(oldUid)
  }
  if (view === undefined || newUid === undefined) return
  const views = index.get(newUid) ?? new Map<string, View>()
  index.set(newUid, views.set(viewKey(view), view))
}

const controllerUid = ({ metadata }: ApiObject): string | undefined =>
  metadata?.ownerReferences?.find(({ controller }) => controller === true)?.uid
