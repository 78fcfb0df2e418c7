import type { Change, Key, Watch, WatchOptions } from './store.ts'
import { WatcherSet, type Watcher } from './watcher-set.ts'

/**
 * Delivers changes to watchers. A watcher that throws is ended, because it would continue with a gap; other watchers
 * are not affected.
 */
export class Watchers {
  readonly #sets = new Map<string, WatcherSet>()
  readonly #observers = new Set<(change: Change) => void>()
  readonly #report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  /** Adds a watcher. @param history the changes of the resource since `options.from`, which are delivered before this returns */
  add(options: WatchOptions, history: Iterable<Change>): Watch {
    const { namespace = '' } = options
    const watcher: Watcher = {
      resource: options.resource,
      namespace: options.namespace,
      from: options.from,
      only: options.only,
      last: undefined,
      listener: (change) => options.listener(change),
      ended: (why) => options.ended(why),
    }
    const set = this.#setOf(watcher)
    set.add(watcher)
    for (const change of history) {
      if (namespace === '' || namespace === change.key.namespace) this.#notify(watcher, change, set)
      if (!set.has(watcher)) break
    }
    return { stop: () => this.#drop(watcher, set) }
  }

  observe(listener: (change: Change) => void): () => void {
    this.#observers.add(listener)
    return () => void this.#observers.delete(listener)
  }

  /** The number of watchers of the key's resource that include its namespace. */
  count({ resource, namespace }: Key): number {
    const inAll = this.#sets.get(resource)?.size ?? 0
    return namespace === '' ? inAll : inAll + (this.#sets.get(`${resource}/${namespace}`)?.size ?? 0)
  }

  deliver(change: Change): void {
    const { resource, namespace } = change.key
    this.#deliverTo(resource, change)
    if (namespace !== '') this.#deliverTo(`${resource}/${namespace}`, change)
    for (const observe of this.#observers) observe(change)
  }

  /** Ends all watchers. A watcher may start again from inside its callback. */
  endAll(why: 'compacted' | 'closed'): void {
    const sets = [...this.#sets.values()]
    this.#sets.clear()
    for (const set of sets) for (const watcher of set) this.#end(watcher, why)
  }

  #deliverTo(place: string, change: Change): void {
    const set = this.#sets.get(place)
    set?.concerned(change, (watcher) => this.#notify(watcher, change, set))
  }

  #notify(watcher: Watcher, change: Change, set: WatcherSet): void {
    if (change.revision <= watcher.from || change === watcher.last) return
    watcher.last = change
    try {
      watcher.listener(change)
    } catch (error) {
      this.#report(error)
      this.#drop(watcher, set)
      this.#end(watcher, 'closed')
    }
  }

  #end(watcher: Watcher, why: 'compacted' | 'closed'): void {
    try {
      watcher.ended(why)
    } catch (error) {
      this.#report(error)
    }
  }

  #setOf(watcher: Watcher): WatcherSet {
    const place = placeOf(watcher)
    const set = this.#sets.get(place) ?? new WatcherSet()
    this.#sets.set(place, set)
    return set
  }

  #drop(watcher: Watcher, set: WatcherSet): void {
    set.delete(watcher)
    const place = placeOf(watcher)
    if (set.size === 0 && this.#sets.get(place) === set) this.#sets.delete(place)
  }
}

function placeOf({ resource, namespace = '' }: WatchOptions): string {
  return namespace === '' ? resource : `${resource}/${namespace}`
}
