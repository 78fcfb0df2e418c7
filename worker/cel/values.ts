import { EvaluationError } from './evaluation-error.ts'

/**
 * A value of the language. An `int` is a `number`, beyond 2^53 a `bigint`, so that each has one form; `uint` and `double`
 * are boxed, because they are rare and must be told apart at run time. Objects of classes are immutable.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | Uint
  | Double
  | Timestamp
  | Duration
  | List
  | Dict
  | Optional
  | TypeValue
  | Opaque

export class Uint {
  readonly value: bigint
  constructor(value: bigint) {
    this.value = value
  }
}

export class Double {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

export class Timestamp {
  /** Since 1970. */
  readonly nanoseconds: bigint
  /** East of UTC, as it was written. */
  readonly offsetSeconds: number
  constructor(nanoseconds: bigint, offsetSeconds = 0) {
    this.nanoseconds = nanoseconds
    this.offsetSeconds = offsetSeconds
  }
}

export class Duration {
  readonly nanoseconds: bigint
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds
  }
}

export abstract class List {
  abstract readonly size: number
  /** Of an index below `size`. */
  abstract at(index: number): Value
  /** Lists with a rule of their own override these two. */
  equals(other: List): boolean {
    if (this.size !== other.size) return false
    for (let i = 0; i < this.size; i++) if (!equal(this.at(i), other.at(i))) return false
    return true
  }
  concat(other: List): List {
    return new ListOf([...this, ...other])
  }
  *[Symbol.iterator](): Generator<Value> {
    for (let i = 0; i < this.size; i++) yield this.at(i)
  }
}

export class ListOf extends List {
  readonly values: readonly Value[]
  constructor(values: readonly Value[]) {
    super()
    this.values = values
  }
  get size(): number {
    return this.values.length
  }
  at(index: number): Value {
    return this.values[index] ?? null
  }
}

/** A map, or an object with declared fields. */
export abstract class Dict {
  abstract readonly size: number
  abstract find(key: Value): Value | undefined
  abstract keys(): Iterable<Value>
  /** The name of the type that it was declared with; undefined for a map. */
  readonly typeName: string | undefined = undefined
}

export class DictOf extends Dict {
  readonly #entries = new Map<string | number | bigint | boolean, readonly [Value, Value]>()
  constructor(entries: Iterable<readonly [Value, Value]>) {
    super()
    for (const entry of entries) {
      const key = mapKey(entry[0])
      if (key === undefined) throw new EvaluationError(`unsupported key type: ${typeName(entry[0])}`)
      this.#entries.set(key, entry)
    }
  }
  get size(): number {
    return this.#entries.size
  }
  find(key: Value): Value | undefined {
    const own = mapKey(key)
    return own === undefined ? undefined : this.#entries.get(own)?.[1]
  }
  *keys(): Generator<Value> {
    for (const [key] of this.#entries.values()) yield key
  }
}

export class Optional {
  readonly value: Value | undefined
  constructor(value: Value | undefined) {
    this.value = value
  }
}
export const NONE = new Optional(undefined)

export class TypeValue {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A value that only the functions of its library understand. */
export abstract class Opaque {
  abstract readonly typeName: string
  abstract equals(other: Opaque): boolean
}

/** The one form of an int. */
export const int = (value: bigint): number | bigint => {
  const small = Number(value)
  return Number.isSafeInteger(small) ? small : value
}

export const isInt = (value: Value): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'

export function typeName(value: Value): string {
  if (typeof value === 'boolean') return 'bool'
  if (isInt(value)) return 'int'
  if (typeof value === 'string') return 'string'
  if (value === null) return 'null_type'
  if (value instanceof List) return 'list'
  if (value instanceof Dict) return value.typeName ?? 'map'
  if (value instanceof Uint) return 'uint'
  if (value instanceof Double) return 'double'
  if (value instanceof Uint8Array) return 'bytes'
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp'
  if (value instanceof Duration) return 'google.protobuf.Duration'
  if (value instanceof Optional) return 'optional_type'
  return value instanceof TypeValue ? 'type' : value.typeName
}

/** Characters of a string, bytes, elements or entries; undefined for a value without a size. */
export function sizeOf(value: Value): number | undefined {
  if (typeof value === 'string') return textSize(value)
  if (value instanceof List || value instanceof Dict) return value.size
  return value instanceof Uint8Array ? value.length : undefined
}

const SURROGATE = /[\ud800-\udbff]/

function textSize(text: string): number {
  return SURROGATE.test(text) ? [...text].length : text.length
}

/** A number as the key under which an equal number of another type is found too. */
function mapKey(key: Value): string | number | bigint | boolean | undefined {
  if (key instanceof Uint) return int(key.value)
  if (key instanceof Double) return Number.isInteger(key.value) ? int(BigInt(key.value)) : undefined
  return typeof key === 'object' ? undefined : key
}

export function equal(a: Value, b: Value): boolean {
  if (a === b) return true
  if (typeof a !== 'object' && typeof b !== 'object') return false
  if (a === null || b === null) return false
  if (a instanceof List) return b instanceof List && a.equals(b)
  if (a instanceof Dict) return b instanceof Dict && sameEntries(a, b)
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b) === 0
  if (a instanceof Uint8Array) return b instanceof Uint8Array && compareBytes(a, b) === 0
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanoseconds === b.nanoseconds
  if (a instanceof Duration) return b instanceof Duration && a.nanoseconds === b.nanoseconds
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name
  if (a instanceof Optional) return b instanceof Optional && sameOptional(a.value, b.value)
  return a instanceof Opaque && b instanceof Opaque && a.typeName === b.typeName && a.equals(b)
}

const sameOptional = (a: Value | undefined, b: Value | undefined): boolean =>
  a === undefined || b === undefined ? a === b : equal(a, b)

function sameEntries(a: Dict, b: Dict): boolean {
  if (a.size !== b.size) return false
  for (const key of a.keys()) {
    const [own, other] = [a.find(key), b.find(key)]
    if (own === undefined || other === undefined || !equal(own, other)) return false
  }
  return true
}

type Numeric = number | bigint | Uint | Double
export const isNumeric = (value: Value): value is Numeric =>
  isInt(value) || value instanceof Uint || value instanceof Double

/** Negative, zero, positive; undefined where one of them is not a number. With a double, both are compared as such. */
export function compareNumbers(a: Numeric, b: Numeric): number | undefined {
  const asDouble = a instanceof Double || b instanceof Double
  const plain = (one: Numeric): number | bigint => {
    const value = typeof one === 'object' ? one.value : one
    return asDouble ? Number(value) : value
  }
  const [left, right] = [plain(a), plain(b)]
  return left < right ? -1 : left > right ? 1 : left == right ? 0 : undefined
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return (a[i] ?? 0) < (b[i] ?? 0) ? -1 : 1
  return Math.sign(a.length - b.length)
}

/** By code points, as UTF-8 bytes order them. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : 1
  const [left, right] = [[...a], [...b]]
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return Math.sign(left.length - right.length)
}
