import { doubleOf } from '../api/numbers.ts'
import { compareBytes } from '../runtime/bytes.ts'
import { isLead, isTrail } from '../runtime/utf8.ts'

/**
 * A value of the language. An `int` is a `number`, or a `bigint` beyond 2^53, so each int has one form. `uint` and `double` are
 * boxed, because they are rare and need their type at run time. Objects of classes are immutable.
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
  /** The nanoseconds since 1970. */
  readonly nanoseconds: bigint
  /** The offset east of UTC with which the timestamp was written. */
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
  /** The item at an index below `size`. */
  abstract at(index: number): Value
  /** Lists override `equals` and `concat` when they have other rules. */
  equals(other: List): boolean {
    if (this.size !== other.size) return false
    for (let i = 0; i < this.size; i++) if (equality(this.at(i), other.at(i)) === false) return false
    return true
  }
  concat(other: List): List {
    return other.size > MAX_APPENDED ? new JoinedList(this, other) : new GrowingList([...this]).concat(other)
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

/** A list that a function of the real server returns as Go's `[]string`, which some of its callers refuse. */
export class GoStrings extends ListOf {}

/** Longer lists are joined without copying their elements. */
const MAX_APPENDED = 8

/**
 * The first elements of an array that it shares with longer lists. `map` and `filter` append one element at a time, and copying
 * the list for each element would take quadratic time.
 */
class GrowingList extends List {
  readonly #shared: Value[]
  readonly size: number
  constructor(shared: Value[]) {
    super()
    this.#shared = shared
    this.size = shared.length
  }
  at(index: number): Value {
    return this.#shared[index] ?? null
  }
  override concat(other: List): List {
    if (other.size > MAX_APPENDED) return new JoinedList(this, other)
    const shared = this.#shared.length === this.size ? this.#shared : this.#shared.slice(0, this.size)
    shared.push(...other)
    return new GrowingList(shared)
  }
}

/** Two concatenated lists, which are not copied. Copies would double the memory in each step of sums like `a + a`. */
class JoinedList extends List {
  readonly #left: List
  readonly #right: List
  readonly size: number
  constructor(left: List, right: List) {
    super()
    this.#left = left
    this.#right = right
    this.size = left.size + right.size
  }
  at(index: number): Value {
    const { size } = this.#left
    return index < size ? this.#left.at(index) : this.#right.at(index - size)
  }
  override *[Symbol.iterator](): Generator<Value> {
    const waiting: List[] = [this]
    for (let list = waiting.pop(); list !== undefined; list = waiting.pop()) {
      if (list instanceof JoinedList) waiting.push(list.#right, list.#left)
      else yield* list
    }
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
  /** The name of the real server's Go type, which some errors show. */
  abstract readonly goType: string
  /** Compares with any value; undefined when the real server has no overload for the two. */
  abstract equals(other: Value): boolean | undefined
}

/** The one form of an int. */
export const int = (value: bigint): number | bigint => {
  const small = doubleOf(value)
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
  if (value instanceof Optional) return 'optional'
  return value instanceof TypeValue ? 'type' : value.typeName
}

/** The number of characters, bytes, elements or entries of a value; undefined for a value without a size. */
export function sizeOf(value: Value): number | undefined {
  if (typeof value === 'string') return textSize(value)
  if (value instanceof List || value instanceof Dict) return value.size
  return value instanceof Uint8Array ? value.length : undefined
}

const SURROGATE = /[\ud800-\udbff]/

/** The number of code points. */
function textSize(text: string): number {
  if (text.length > SHORT) return SURROGATE.test(text) ? [...text].length : text.length
  let size = text.length
  for (let i = 0; i + 1 < text.length; i++) {
    if (isLead(text.charCodeAt(i)) && isTrail(text.charCodeAt(i + 1))) size -= 1
  }
  return size
}

/** A loop over a shorter text takes less time than the start of a regular expression. */
const SHORT = 64

export const equal = (a: Value, b: Value): boolean => equality(a, b) === true

/**
 * Whether two values are equal. Undefined when the two types have no overload: `==` then fails, and all other callers treat the
 * values as different.
 */
export function equality(a: Value, b: Value): boolean | undefined {
  if (typeof a !== 'object' && typeof b !== 'object') return a === b
  if (a === null || b === null) return a === b
  // One object is compared with itself too: a NaN, or an object with a null, does not equal itself.
  if (a instanceof Opaque) return a.equals(b)
  if (a instanceof List) return b instanceof List && a.equals(b)
  if (a instanceof Dict) return b instanceof Dict && sameEntries(a, b)
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b) === 0
  if (a instanceof Uint8Array) return b instanceof Uint8Array && compareBytes(a, b) === 0
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanoseconds === b.nanoseconds
  if (a instanceof Duration) return b instanceof Duration && a.nanoseconds === b.nanoseconds
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name
  return a instanceof Optional && b instanceof Optional && sameOptional(a.value, b.value)
}

const sameOptional = (a: Value | undefined, b: Value | undefined): boolean | undefined =>
  a === undefined || b === undefined ? a === b : equality(a, b)

function sameEntries(a: Dict, b: Dict): boolean {
  if (a.size !== b.size) return false
  for (const key of a.keys()) {
    const [own, other] = [a.find(key), b.find(key)]
    if (own === undefined || other === undefined || equality(own, other) === false) return false
  }
  return true
}

type Numeric = number | bigint | Uint | Double
export const isNumeric = (value: Value): value is Numeric =>
  isInt(value) || value instanceof Uint || value instanceof Double

/** The sign of `a - b`; undefined when either is NaN. When one is a double, both are compared as doubles. */
export function compareNumbers(a: Numeric, b: Numeric): number | undefined {
  const asDouble = a instanceof Double || b instanceof Double
  const plain = (one: Numeric): number | bigint => {
    const value = typeof one === 'object' ? one.value : one
    return asDouble ? doubleOf(value) : value
  }
  const [left, right] = [plain(a), plain(b)]
  if (left < right) return -1
  if (left > right) return 1
  return left == right ? 0 : undefined
}
