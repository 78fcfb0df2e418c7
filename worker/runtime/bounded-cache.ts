/** A cache of computed values. Beyond `maxEntries`, the entry that was added first is dropped. */
export class BoundedCache<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #maxEntries: number
  readonly #compute: (key: Key) => Value

  constructor(maxEntries: number, compute: (key: Key) => Value) {
    this.#maxEntries = maxEntries
    this.#compute = compute
  }

  /** The cached value, or the result of `compute`. An error of `compute` is thrown and not cached. */
  get(key: Key): Value {
    const cached = this.#entries.get(key)
    if (cached !== undefined) return cached
    const value = this.#compute(key)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size < this.#maxEntries) break
      this.#entries.delete(oldest)
    }
    this.#entries.set(key, value)
    return value
  }
}
