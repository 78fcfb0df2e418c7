import { quote } from '../api/go-format.ts'
import { isObject, type Json, type JsonObject } from '../api/json.ts'

/** Details of a JSON text that the parsed value loses, keyed by the objects and lists of the value. */
export interface Spelling {
  readonly duplicates: ReadonlyMap<JsonObject, readonly RepeatedKey[]>
  /** The text of numbers written with a point or an exponent, or beyond 64 bits, by key or index. */
  readonly numbers: ReadonlyMap<JsonObject | Json[], ReadonlyMap<string | number, string>>
  /** The text of the first number beyond the range of a double; the value has an infinity in its place. */
  readonly overflow?: string | undefined
}

/** The texts of numbers by the map or list that holds them, and by key or index. */
export type SpelledNumbers = Spelling['numbers']

export interface RepeatedKey {
  readonly key: string
  /** The number of distinct keys of the object before the repetition. */
  readonly after: number
  /** The value that the repetition replaced. */
  readonly earlier: Json
  /** The text of that value, when it is a number in `Spelling.numbers`. */
  readonly spelled?: string | undefined
}

/** Whether a value has an infinity in place of a number beyond the range of a double (`Spelling.overflow`). */
export function hasInfinity(value: Json): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((part) => part !== undefined && hasInfinity(part))
}

/** A path in a value, linked from its end; undefined is the root. */
export interface Step {
  readonly parent: Step | undefined
  readonly key: string | number
}

/** The keys and indexes of a path, from the root. */
export function keysOf(step: Step | undefined, key?: string | number): (string | number)[] {
  const keys: (string | number)[] = key === undefined ? [] : [key]
  for (let at = step; at !== undefined; at = at.parent) keys.push(at.key)
  return keys.reverse()
}

/** The path of a field as text, such as `spec.containers[0].image`. */
export function formatPath(keys: readonly (string | number)[]): string {
  let path = ''
  for (const each of keys) {
    if (typeof each === 'number') path += `[${each}]`
    else path += path === '' ? each : `.${each}`
  }
  return path
}

// The real server reports at most this many faults.
const LIMIT = 100

/** Messages of strict decoding in document order, without duplicates. */
export class StrictFaults {
  readonly #texts = new Set<string>()

  unknown(step: Step | undefined, key: string): void {
    this.#add(`unknown field ${quote(formatPath(keysOf(step, key)))}`)
  }

  duplicate(step: Step | undefined, key: string): void {
    this.#add(`duplicate field ${quote(formatPath(keysOf(step, key)))}`)
  }

  texts(): readonly string[] {
    return [...this.#texts]
  }

  #add(text: string): void {
    if (this.#texts.size < LIMIT) this.#texts.add(text)
  }
}

/** The keys that an object may have, by its path; undefined when it may have any. */
export type AllowedKeys = (path: Step | undefined) => ReadonlySet<string> | undefined

/** The repeated keys in a value without a schema, and the keys that are not allowed, in document order. */
export function strictFaults(
  value: Json,
  spelling: Spelling | undefined,
  allowedKeys: AllowedKeys = () => undefined,
): readonly string[] {
  const faults = new StrictFaults()
  walk(value, undefined, { duplicates: spelling?.duplicates ?? new Map(), allowedKeys, faults })
  return faults.texts()
}

/** The repeated keys in a value without a schema, in document order. */
export const duplicateFaults = (value: Json, spelling: Spelling | undefined): readonly string[] =>
  spelling === undefined || spelling.duplicates.size === 0 ? [] : strictFaults(value, spelling)

interface Walk {
  readonly duplicates: ReadonlyMap<JsonObject, readonly RepeatedKey[]>
  readonly allowedKeys: AllowedKeys
  readonly faults: StrictFaults
}

function walk(value: Json, here: Step | undefined, on: Walk): void {
  if (Array.isArray(value)) {
    value.forEach((item, key) => walk(item, { parent: here, key }, on))
    return
  }
  if (!isObject(value)) return
  const allowed = on.allowedKeys(here)
  // A key that is not allowed is reported as unknown only, and its value is not read.
  const isAllowed = (key: string): boolean => allowed?.has(key) ?? true
  const repeated = on.duplicates.get(value)?.filter(({ key }) => isAllowed(key)) ?? []
  const inner = (key: string, item: Json): void => walk(item, { parent: here, key }, on)
  // Each repetition records the value that it replaced; the object has the value of the last occurrence.
  const valueBefore = (key: string, repetition: number): Json =>
    repeated.find((each, i) => i >= repetition && each.key === key)?.earlier ?? value[key] ?? null
  const report = (place: number): void =>
    repeated.forEach((each, i) => {
      if (each.after !== place) return
      on.faults.duplicate(here, each.key)
      inner(each.key, valueBefore(each.key, i + 1))
    })
  const keys = Object.keys(value)
  keys.forEach((key, i) => {
    report(i)
    if (isAllowed(key)) inner(key, valueBefore(key, 0))
    else on.faults.unknown(here, key)
  })
  report(keys.length)
}
