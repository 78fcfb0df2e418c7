import type { Change, WatchOptions } from './store.ts'

export interface Watcher extends WatchOptions {
  /**
   * The last delivered change. A watcher that starts during a delivery has already read that change from the history.
   * Changes may share a revision, so the revision cannot replace this field.
   */
  last: Change | undefined
}

/** The watchers of one field, by value. */
interface Index {
  readonly read: NonNullable<WatchOptions['only']>['read']
  readonly watchers: Map<string, Set<Watcher>>
}

/**
 * The watchers of a resource in one namespace or in all. Watchers that select one value of a field are indexed by that value,
 * because each agent of ten thousand nodes watches the pods of its own node.
 */
export class WatcherSet {
  readonly #all = new Set<Watcher>()
  readonly #unbound = new Set<Watcher>()
  readonly #byField = new Map<string, Index>()

  get size(): number {
    return this.#all.size
  }

  has(watcher: Watcher): boolean {
    return this.#all.has(watcher)
  }

  add(watcher: Watcher): void {
    this.#all.add(watcher)
    const { only } = watcher
    if (only === undefined) return void this.#unbound.add(watcher)
    const index = this.#byField.get(only.field) ?? { read: only.read, watchers: new Map<string, Set<Watcher>>() }
    this.#byField.set(only.field, index)
    const same = index.watchers.get(only.value) ?? new Set()
    index.watchers.set(only.value, same.add(watcher))
  }

  delete(watcher: Watcher): void {
    this.#all.delete(watcher)
    this.#unbound.delete(watcher)
    const { only } = watcher
    const watchers = only && this.#byField.get(only.field)?.watchers
    if (only === undefined || watchers === undefined) return
    const same = watchers.get(only.value)
    same?.delete(watcher)
    if (same?.size === 0) watchers.delete(only.value)
    if (watchers.size === 0) this.#byField.delete(only.field)
  }

  [Symbol.iterator](): Iterator<Watcher> {
    return this.#all.values()
  }

  /** Calls `deliver` for each watcher that the change concerns; a watcher may be added or deleted during the calls. */
  concerned(change: Change, deliver: (watcher: Watcher) => void): void {
    for (const watcher of this.#unbound) deliver(watcher)
    for (const { read, watchers } of this.#byField.values()) {
      const now = read(change.current.object)
      for (const watcher of watchers.get(now) ?? []) deliver(watcher)
      const before = change.previous && read(change.previous.object)
      if (before !== undefined && before !== now) for (const watcher of watchers.get(before) ?? []) deliver(watcher)
    }
  }
}
