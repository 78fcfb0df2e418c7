import { quote } from '../api/go-format.ts'
import { isObject, type Json, type JsonObject } from '../api/json.ts'

/**
 * What a JSON text says and its value does not: made by the strict reader, and only where there is something to say.
 * Keyed by the objects and lists of the value.
 */
export interface Spelling {
  readonly duplicates: ReadonlyMap<JsonObject, readonly RepeatedKey[]>
  /** The text of numbers written with a point or an exponent, by key or index. */
  readonly numbers: ReadonlyMap<JsonObject | Json[], ReadonlyMap<string | number, string>>
}

export interface RepeatedKey {
  readonly key: string
  /** How many distinct keys of the object stand before the repetition. */
  readonly after: number
  /** What the key held before. */
  readonly earlier: Json
}

/** A place in a value; undefined is its root. */
export interface Step {
  readonly parent: Step | undefined
  readonly key: string | number
}

/** `spec.containers[0].image` */
export function formatPath(step: Step | undefined, key?: string | number): string {
  const keys: (string | number)[] = key === undefined ? [] : [key]
  for (let at = step; at !== undefined; at = at.parent) keys.push(at.key)
  let path = ''
  for (const part of keys.reverse()) {
    path += typeof part === 'number' ? `[${part}]` : path === '' ? part : `.${part}`
  }
  return path
}

// The real server's reader stops counting there.
const LIMIT = 100

/** Texts of strict faults, each once, in the order they were found. */
export class StrictFaults {
  readonly #texts = new Set<string>()

  unknown(step: Step | undefined, key: string): void {
    this.#add(`unknown field ${quote(formatPath(step, key))}`)
  }

  duplicate(step: Step | undefined, key: string): void {
    this.#add(`duplicate field ${quote(formatPath(step, key))}`)
  }

  texts(): readonly string[] {
    return [...this.#texts]
  }

  #add(text: string): void {
    if (this.#texts.size < LIMIT) this.#texts.add(text)
  }
}

/** The repeated keys anywhere in a value that no schema describes, in document order. */
export function duplicateFaults(value: Json, spelling: Spelling | undefined): readonly string[] {
  if (spelling === undefined || spelling.duplicates.size === 0) return []
  const faults = new StrictFaults()
  walk(value, undefined, spelling.duplicates, faults)
  return faults.texts()
}

function walk(
  value: Json,
  here: Step | undefined,
  duplicates: ReadonlyMap<JsonObject, readonly RepeatedKey[]>,
  faults: StrictFaults,
): void {
  if (Array.isArray(value)) {
    value.forEach((item, key) => walk(item, { parent: here, key }, duplicates, faults))
    return
  }
  if (!isObject(value)) return
  const repeated = duplicates.get(value) ?? []
  const inner = (key: string, held: Json): void => walk(held, { parent: here, key }, duplicates, faults)
  // What a key held before it was repeated stands with the repetition.
  const held = (key: string, from: number): Json =>
    (repeated.find((each, i) => i >= from && each.key === key)?.earlier ?? value[key]) as Json
  const report = (place: number): void =>
    repeated.forEach((each, i) => {
      if (each.after !== place) return
      faults.duplicate(here, each.key)
      inner(each.key, held(each.key, i + 1))
    })
  const keys = Object.keys(value)
  keys.forEach((key, i) => {
    report(i)
    inner(key, held(key, 0))
  })
  report(keys.length)
}
