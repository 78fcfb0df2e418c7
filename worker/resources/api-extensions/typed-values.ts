import { boundedNumber } from '../../api/numbers.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import { EvaluationError } from '../../cel/evaluation-error.ts'
import { unescapeField, escapeField } from '../../cel/field-names.ts'
import { parseDuration, readTimestamp } from '../../cel/times.ts'
import type { Value } from '../../cel/values.ts'
import { Dict, Double, Duration, equal, List, ListOf, Opaque } from '../../cel/values.ts'
import { equalJson } from '../../patch/json-values.ts'
import { localTimeFault } from '../../schema/times.ts'
import type { JsonSchema } from '../../schema/custom/json-schema.ts'
import { isEmbedded, itemsOf, propertyOf, valuesOf } from '../../schema/custom/json-schema.ts'
import { withObjectFields } from './declared-types.ts'
import { fromForgivingBase64 } from '../../runtime/bytes.ts'
import { digest, ValueIndex } from './value-index.ts'

/**
 * Converts JSON to the value that expressions read, by the schema of the JSON. Fields, entries and items are converted when an
 * expression reads them. Only the items of sets and of keyed lists are converted at once.
 * @throws EvaluationError for a value that does not fit its schema
 */
export function typedValue(value: Json | undefined, schema: JsonSchema): Value {
  if (value === undefined || value === null) {
    if (schema.nullable === true) return null
    throw new EvaluationError('invalid data, got null for schema with nullable=false')
  }
  if (schema['x-kubernetes-int-or-string'] === true) return typeof value === 'string' ? value : intOrString(value)
  switch (schema.type) {
    case 'object':
      return isObject(value) ? objectValue(value, schema) : unfit('a map', 'object')
    case 'array':
      return Array.isArray(value) ? listValue(value, schema) : unfit('an array', 'array')
    case 'string':
      return typeof value === 'string' ? textValue(value, schema) : unfit('string', 'string')
    case 'number':
      return new Double(boundedNumber(value))
    case 'integer':
      return wholeNumber(value)
    case 'boolean':
      return typeof value === 'boolean' ? value : unfit('bool', 'boolean')
    default:
      return new UnknownValue(value)
  }
}

/** A value without a schema, which can only be compared. */
class UnknownValue extends Opaque {
  readonly typeName = 'unknown'
  readonly goType = '*common.unknownPreserved'
  readonly #value: Json
  constructor(value: Json) {
    super()
    this.#value = value
  }
  equals(other: Value): boolean {
    return other instanceof UnknownValue && equalJson(this.#value, other.#value)
  }
}

function unfit(expected: string, type: string): never {
  throw new EvaluationError(`invalid data, expected ${expected} for the provided schema with type=${type}`)
}

const isWhole = (value: Json): value is number | bigint => typeof value === 'bigint' || Number.isInteger(value)

function wholeNumber(value: Json): Value {
  if (isWhole(value)) return value
  throw new EvaluationError('invalid data, expected int')
}

function intOrString(value: Json): Value {
  if (isWhole(value)) return value
  throw new EvaluationError('invalid data, expected XIntOrString value to be either a string or integer')
}

function textValue(text: string, { format }: JsonSchema): Value {
  const read = (value: Value | undefined, what: string, why = ''): Value => {
    if (value === undefined) throw new EvaluationError(`Invalid ${what} ${text}${why}`)
    return value
  }
  switch (format) {
    case 'duration':
      return read(parseDuration(text) ?? namedDuration(text), 'duration')
    case 'date':
      return read(readTimestamp(`${text}T00:00:00Z`), 'date formatted string')
    case 'date-time':
      return read(readTimestamp(text), 'date-time formatted string', `: ${localTimeFault(text)}`)
    case 'byte':
      return fromForgivingBase64(text)
    default:
      return text
  }
}

const SECOND = 1_000_000_000n
const NAMED_UNITS: readonly (readonly [pattern: RegExp, nanoseconds: bigint])[] = [
  [/^(?:ns|nano)/i, 1n],
  [/^(?:us|µs|micro)/i, 1000n],
  [/^(?:ms|milli)/i, 1_000_000n],
  [/^(?:min|m$)/i, 60n * SECOND],
  [/^s/i, SECOND],
  [/^h/i, 3600n * SECOND],
  [/^d/i, 86_400n * SECOND],
  [/^w/i, 7n * 86_400n * SECOND],
]

/** Reads a text such as `2 weeks`, which the format `duration` allows besides Go's durations. */
function namedDuration(text: string): Duration | undefined {
  let sum: bigint | undefined
  for (const [, amount = '', word = ''] of text.matchAll(/(\d+)\s*([A-Za-zµ]+)/g)) {
    const unit = NAMED_UNITS.find(([pattern]) => pattern.test(word))
    if (unit !== undefined) sum = (sum ?? 0n) + BigInt(amount) * unit[1]
  }
  return sum === undefined ? undefined : new Duration(sum)
}

function objectValue(value: JsonObject, schema: JsonSchema): Value {
  if (isEmbedded(schema)) return new TypedObject(value, withObjectFields(schema))
  return schema.properties === undefined ? new TypedMap(value, valuesOf(schema)) : new TypedObject(value, schema)
}

class TypedObject extends Dict {
  override readonly typeName = 'object'
  readonly #value: JsonObject
  readonly #schema: JsonSchema
  constructor(value: JsonObject, schema: JsonSchema) {
    super()
    this.#value = value
    this.#schema = schema
  }
  get size(): number {
    return Object.keys(this.#value).length
  }
  find(key: Value): Value | undefined {
    const name = typeof key === 'string' ? unescapeField(key) : undefined
    const schema = name === undefined ? undefined : propertyOf(this.#schema, name)
    const value = name === undefined ? undefined : ownMember(this.#value, name)
    // A null counts as an absent field.
    if (value === undefined || value === null) return undefined
    return schema === undefined ? new UnknownValue(value) : typedValue(value, schema)
  }
  *keys(): Generator<Value> {
    for (const name of Object.keys(this.#value)) yield escapeField(name) ?? name
  }
}

class TypedMap extends Dict {
  readonly #value: JsonObject
  readonly #values: JsonSchema | undefined
  constructor(value: JsonObject, values: JsonSchema | undefined) {
    super()
    this.#value = value
    this.#values = values
  }
  get size(): number {
    return Object.keys(this.#value).length
  }
  find(key: Value): Value | undefined {
    const value = typeof key === 'string' ? ownMember(this.#value, key) : undefined
    if (value === undefined) return undefined
    return this.#values === undefined ? new UnknownValue(value) : typedValue(value, this.#values)
  }
  keys(): Iterable<Value> {
    return Object.keys(this.#value)
  }
}

function listValue(items: readonly Json[], schema: JsonSchema): List {
  const ofItems = itemsOf(schema) ?? {}
  const listType = schema['x-kubernetes-list-type']
  if (listType === 'set') return new SetList(items.map((item) => typedValue(item, ofItems)))
  if (listType !== 'map') return new TypedList(items, ofItems)
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  return new KeyedList(
    items.map((item) => typedValue(item, ofItems)),
    keys.map((key) => escapeField(key) ?? key),
  )
}

class TypedList extends List {
  readonly #items: readonly Json[]
  readonly #schema: JsonSchema
  constructor(items: readonly Json[], schema: JsonSchema) {
    super()
    this.#items = items
    this.#schema = schema
  }
  get size(): number {
    return this.#items.length
  }
  at(index: number): Value {
    return typedValue(this.#items[index], this.#schema)
  }
}

/**
 * A list of type `set`, which equals each of its permutations (reference/cel.md 11). As on the real server, a value remembers
 * the elements that were added to it, and adds none twice.
 */
class SetList extends ListOf {
  readonly #index: ValueIndex
  constructor(values: readonly Value[]) {
    super(values)
    this.#index = new ValueIndex(values)
  }
  override equals(other: List): boolean {
    return this.size === other.size && [...other].every((value) => this.#index.has(value))
  }
  override concat(other: List): List {
    const added = [...other].filter((value) => {
      const isNew = !this.#index.has(value)
      if (isNew) this.#index.add(value)
      return isNew
    })
    return new SetList([...this.values, ...added])
  }
}

/** A list whose elements are identified by their keys. */
class KeyedList extends ListOf {
  readonly #keys: readonly string[]
  constructor(values: readonly Value[], keys: readonly string[]) {
    super(values)
    this.#keys = keys
  }
  override equals(other: List): boolean {
    if (this.size !== other.size) return false
    const index = new ValueIndex(this.values, { digest: this.#digest, isSame: equal })
    return [...other].every((value) => index.has(value))
  }
  override concat(other: List): List {
    const joined = [...this.values]
    const index = new ValueIndex(joined, { digest: this.#digest, isSame: this.#isSame })
    for (const value of other) {
      const at = index.placeOf(value)
      if (at !== undefined) joined[at] = value
      else {
        joined.push(value)
        index.add(value)
      }
    }
    return new KeyedList(joined, this.#keys)
  }
  readonly #digest = (value: Value): string =>
    value instanceof Dict ? this.#keys.map((key) => digest(value.find(key))).join('\0') : 'not an object'
  readonly #isSame = (a: Value, b: Value): boolean => {
    if (!(a instanceof Dict && b instanceof Dict)) return false
    return this.#keys.every((key) => {
      const [own, other] = [a.find(key), b.find(key)]
      return own === undefined || other === undefined ? own === other : equal(own, other)
    })
  }
}
