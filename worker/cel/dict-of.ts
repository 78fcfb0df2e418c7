import { PanicError } from './evaluation-error.ts'
import type { Value } from './values.ts'
import { Dict, Double, Duration, Timestamp, TypeValue, Uint, int, isInt } from './values.ts'

/**
 * A map with keys of any type. It finds keys as the Go map of the real server does: any equal number finds an int or uint key,
 * and only the same object finds a list or a map.
 */
export class DictOf extends Dict {
  readonly #entries = new Map<unknown, readonly [Value, Value]>()
  /** Entries whose key is a boxed value, by the text of the key. Equal boxed values may be different objects. */
  readonly #boxed = new Map<string, readonly [Value, Value]>()
  /** Makes a map of entries. @throws PanicError for a key of bytes */
  constructor(entries: Iterable<readonly [Value, Value]>) {
    super()
    for (const entry of entries) {
      const [key] = entry
      checkHashable(key)
      const boxed = boxedKey(key)
      if (boxed === undefined) this.#entries.set(key, entry)
      else this.#boxed.set(boxed, entry)
    }
  }
  get size(): number {
    return this.#entries.size + this.#boxed.size
  }
  /** Returns the value of a key, or undefined when the map lacks the key. @throws PanicError for a key of bytes, unless the map is empty */
  find(key: Value): Value | undefined {
    if (this.size > 0) checkHashable(key)
    const boxed = boxedKey(key)
    const entry = boxed === undefined ? this.#entries.get(key) : this.#boxed.get(boxed)
    return (entry ?? this.#sameNumber(key))?.[1]
  }
  #sameNumber(key: Value): readonly [Value, Value] | undefined {
    if (isInt(key)) return this.#boxed.get(`uint ${key}`)
    if (key instanceof Uint) return this.#entries.get(int(key.value))
    if (!(key instanceof Double) || !Number.isInteger(key.value)) return undefined
    const whole = BigInt(key.value)
    return this.#entries.get(int(whole)) ?? this.#boxed.get(`uint ${whole}`)
  }
  *keys(): Generator<Value> {
    for (const [key] of this.#entries.values()) yield key
    for (const [key] of this.#boxed.values()) yield key
  }
}

/** Refuses a key of bytes, because Go cannot hash a slice. @throws PanicError */
export function checkHashable(key: Value): void {
  if (key instanceof Uint8Array) throw new PanicError('runtime error: hash of unhashable type types.Bytes')
}

function boxedKey(key: Value): string | undefined {
  if (key instanceof Uint) return `uint ${key.value}`
  if (key instanceof Double) return `double ${key.value}`
  if (key instanceof Timestamp) return `timestamp ${key.nanoseconds} ${key.offsetSeconds}`
  if (key instanceof Duration) return `duration ${key.nanoseconds}`
  return key instanceof TypeValue ? `type ${key.name}` : undefined
}
