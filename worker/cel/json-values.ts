import type { Json, JsonObject } from '../api/json.ts'
import { ownMember } from '../api/json.ts'
import type { Value } from './values.ts'
import { DictOf } from './dict-of.ts'
import { Dict, Double, List, ListOf } from './values.ts'

/** JSON without a schema, converted lazily: whole numbers are ints. */
export function jsonValue(value: Json | undefined): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isInteger(value) ? value : new Double(value)
  if (typeof value !== 'object') return value
  return Array.isArray(value) ? new JsonList(value) : new JsonDict(value)
}

/** JSON whose numbers are all doubles, as protobuf holds them. */
export function jsonWithDoubles(value: Json | undefined): Value {
  if (typeof value === 'number') return new Double(value)
  if (Array.isArray(value)) return new ListOf(value.map(jsonWithDoubles))
  if (typeof value !== 'object' || value === null) return value ?? null
  return new DictOf(Object.entries(value).map(([key, item]): [string, Value] => [key, jsonWithDoubles(item)]))
}

/** Whether the value is a list or map of `jsonValue`. */
export const isJsonValue = (value: Value): boolean => value instanceof JsonList || value instanceof JsonDict

class JsonList extends List {
  readonly #items: readonly Json[]
  constructor(items: readonly Json[]) {
    super()
    this.#items = items
  }
  get size(): number {
    return this.#items.length
  }
  at(index: number): Value {
    return jsonValue(this.#items[index])
  }
}

class JsonDict extends Dict {
  readonly #object: JsonObject
  constructor(object: JsonObject) {
    super()
    this.#object = object
  }
  get size(): number {
    let count = 0
    for (const key in this.#object) if (this.#object[key] !== undefined) count += 1
    return count
  }
  find(key: Value): Value | undefined {
    if (typeof key !== 'string') return undefined
    const value = ownMember(this.#object, key)
    return value === undefined ? undefined : jsonValue(value)
  }
  keys(): Iterable<Value> {
    return Object.keys(this.#object).filter((key) => this.#object[key] !== undefined)
  }
}
