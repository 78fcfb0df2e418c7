import type { Clock } from '../clock/clock.ts'

/** A cache whose entries expire. With more than `capacity` entries it drops the least recently used one. */
export class ExpiringCache<Value> {
  readonly #clock: Clock
  readonly #capacity: number
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>()

  constructor(clock: Clock, capacity: number) {
    this.#clock = clock
    this.#capacity = capacity
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    if (this.#clock.elapsed() >= entry.until) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  /** `ttl` in milliseconds; with 0 the value is not cached. */
  set(key: string, value: Value, ttl: number): void {
    this.#entries.delete(key)
    if (ttl <= 0) return
    this.#entries.set(key, { value, until: this.#clock.elapsed() + ttl })
    if (this.#entries.size > this.#capacity) this.#entries.delete(this.#entries.keys().next().value ?? '')
  }
}
