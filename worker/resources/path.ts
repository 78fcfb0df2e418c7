import { type Int64, isInt64 } from '../api/int64.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject, objectOrEmpty, ownMember, stringOrEmpty } from '../api/json.ts'
import { asGiven } from '../api/given-empty.ts'

/** Paths are constants of the source, so there are few of them, each used many times. */
const stepsByPath = new Map<string, readonly string[]>()

function stepsOf(path: string): readonly string[] {
  let steps = stepsByPath.get(path)
  if (steps === undefined) stepsByPath.set(path, (steps = path.split('.')))
  return steps
}

/** The value at a dotted path of plain keys: `spec.nodeName`; undefined when a step is missing. */
export function valueAt(object: JsonObject, path: string): Json | undefined {
  // Most paths are a field of the object itself.
  if (!path.includes('.')) return ownMember(object, path)
  let value: Json | undefined = object
  for (const key of stepsOf(path)) {
    if (!isObject(value)) return undefined
    value = ownMember(value, key)
  }
  return value
}

/**
 * The value at a path, which may be an empty list or map that decoding left out: for texts that distinguish an empty value from
 * an absent one.
 */
export function givenAt(object: JsonObject, path: string): Json | undefined {
  const steps = stepsOf(path)
  let holder: Json | undefined = object
  for (const key of steps.slice(0, -1)) holder = isObject(holder) ? ownMember(holder, key) : undefined
  return isObject(holder) ? asGiven(holder, steps.at(-1) ?? '') : undefined
}

/** The text at a path; empty when the value there is missing or not a string. */
export function textAt(object: JsonObject, path: string): string {
  const value = valueAt(object, path)
  return stringOrEmpty(value)
}

/** The integer of 64 bits at a path; 0 when the value there is missing or not an integer. */
export function integerAt(object: JsonObject, path: string): Int64 {
  const value = valueAt(object, path)
  return isInt64(value) ? value : 0
}

/** The number at a path, of an integer of 32 bits or a double; 0 when the value there is missing or not a number. */
export function numberAt(object: JsonObject, path: string): number {
  const value = valueAt(object, path)
  return typeof value === 'number' ? value : 0
}

/** The list at a path; empty when the value there is missing or not a list. */
export function listAt(object: JsonObject, path: string): readonly Json[] {
  const value = valueAt(object, path)
  return Array.isArray(value) ? value : []
}

/** Replaces the object under a key by a copy and returns the copy: for code that changes an object with shared parts. */
export function copiedObject(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  const copy = { ...objectOrEmpty(value) }
  object[key] = copy
  return copy
}

/** The object under a key, created when it is missing: for code that changes an object in place. */
export function ensuredObject(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  if (isObject(value)) return value
  const made: JsonObject = {}
  object[key] = made
  return made
}
