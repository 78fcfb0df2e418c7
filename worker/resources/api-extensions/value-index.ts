import { doubleOf } from '../../api/numbers.ts'
import { Dict, Double, Duration, equal, isInt, List, Timestamp, Uint, type Value } from '../../cel/values.ts'

interface Sameness {
  /** Returns a text that is equal for values that are the same. */
  readonly digest: (value: Value) => string
  readonly isSame: (a: Value, b: Value) => boolean
}

/** Finds equal values without comparing each pair: lists of custom resources have thousands of items. */
export class ValueIndex {
  readonly #sameness: Sameness
  readonly #entries = new Map<string, { readonly value: Value; readonly place: number }[]>()
  #size = 0

  constructor(values: Iterable<Value>, sameness: Sameness = { digest, isSame: equal }) {
    this.#sameness = sameness
    for (const value of values) this.add(value)
  }

  add(value: Value): void {
    const key = this.#sameness.digest(value)
    const entry = { value, place: this.#size++ }
    const same = this.#entries.get(key)
    if (same === undefined) this.#entries.set(key, [entry])
    else same.push(entry)
  }

  /** The position of the first value that is the same, in the order of addition; undefined when there is none. */
  placeOf(value: Value): number | undefined {
    const { digest, isSame } = this.#sameness
    return this.#entries.get(digest(value))?.find((entry) => isSame(entry.value, value))?.place
  }

  has(value: Value): boolean {
    return this.placeOf(value) !== undefined
  }
}

/** Equal values have the same text. Most different scalars have different texts; large integers, lists and maps may share one. */
export function digest(value: Value | undefined): string {
  if (value === undefined) return 'absent'
  if (typeof value === 'string') return `s${value}`
  if (isInt(value)) return `n${doubleOf(value)}`
  if (value instanceof Uint || value instanceof Double) return `n${doubleOf(value.value)}`
  if (value === null || typeof value === 'boolean') return String(value)
  if (value instanceof Uint8Array) return `b${value.join()}`
  if (value instanceof Timestamp) return `t${value.nanoseconds}`
  if (value instanceof Duration) return `d${value.nanoseconds}`
  if (value instanceof List) return `l${value.size}`
  return value instanceof Dict ? `m${value.size}${digestOfEntries(value)}` : 'other'
}

/** The scalars of the entries, sorted, so that the order of the entries does not count. */
function digestOfEntries(value: Dict): string {
  const texts: string[] = []
  for (const key of value.keys()) {
    const own = value.find(key)
    texts.push(`${digest(key)}=${own instanceof Dict || own instanceof List ? '' : digest(own)}`)
  }
  return texts.sort().join('\0')
}
