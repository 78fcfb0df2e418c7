/** A JSON value. The JSON reader represents integers beyond 2^53 as `bigint`. */
export type Json = string | number | bigint | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json | undefined
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value when it is a string; the empty string for a missing value and for every other type. */
export const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The value when it is an object; an empty object for a missing value and for every other type. */
export const objectOrEmpty = (value: unknown): JsonObject => (isObject(value) ? value : {})

/**
 * Returns the objects of a list, without items of other types. Returns an empty list for a missing value and for every other
 * type.
 */
export const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/**
 * Returns the texts of a list, without items of other types. Returns an empty list for a missing value and for every other type.
 */
export const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** An own member of an object. A key from a client may equal the name of an inherited member, such as `constructor`. */
export const ownMember = <T>(object: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined

/** A deep copy; faster than structuredClone. */
export function copyJson<T extends Json | undefined>(value: T): T
export function copyJson(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => copyJson(item))
  if (!isObject(value)) return value
  const copy = { ...value }
  for (const key in copy) {
    const inner = copy[key]
    if (typeof inner === 'object') copy[key] = copyJson(inner)
  }
  return copy
}

/** Freezes a value deeply, so that objects can share it. Returns the value. */
export function frozen<T extends Json>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values<Json | undefined>(value)) if (inner !== undefined) frozen(inner)
    Object.freeze(value)
  }
  return value
}

/** Sets a key that a client chose. A plain assignment to `__proto__` would set the prototype. */
export function setKey(object: JsonObject, key: string, value: Json): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

/** Does the work of `Object.assign`, but a member named `__proto__` does not set the prototype. */
export function assignMembers<Target extends object>(target: Target, source: object): Target {
  for (const [key, value] of Object.entries(source)) setKey(target as JsonObject, key, value as Json)
  return target
}

/** The number of keys and items at all depths of a value; counting ends at `most`. */
export function countValues(value: Json | undefined, most: number): number {
  if (Array.isArray(value)) return countItems(value, most)
  if (!isObject(value)) return 0
  let count = 0
  for (const key in value) {
    count += 1 + countValues(value[key], most - count)
    if (count >= most) break
  }
  return count
}

function countItems(items: readonly Json[], most: number): number {
  let count = 0
  for (const item of items) {
    count += 1 + countValues(item, most - count)
    if (count >= most) break
  }
  return count
}
