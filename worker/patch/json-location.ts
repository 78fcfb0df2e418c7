import { numberOfText } from '../api/numbers.ts'
import { goText } from '../api/go-format.ts'
import { isObject, setKey, type Json, type JsonObject } from '../api/json.ts'
import { PatchError } from './patch-error.ts'

/** The target of a JSON pointer: a map or a list, and a key in it. */
export interface Location {
  readonly container: JsonObject | Json[]
  readonly key: string
}

export const inapplicable = (message: string): PatchError => new PatchError('inapplicable', message)

export const containerOf = (value: Json | undefined): JsonObject | Json[] | undefined =>
  Array.isArray(value) || isObject(value) ? value : undefined

/** The value at a location; undefined for a missing map key. @throws PatchError for a missing list index */
export function readAt({ container, key }: Location): Json | undefined {
  if (!Array.isArray(container)) return Object.hasOwn(container, key) ? container[key] : undefined
  return container[indexOf(container, key)]
}

/** The value at a location; undefined when the key or index is missing. */
export function findAt(location: Location): Json | undefined {
  try {
    return readAt(location)
  } catch (error) {
    if (error instanceof PatchError) return undefined
    throw error
  }
}

export function insertAt({ container, key }: Location, value: Json): void {
  if (!Array.isArray(container)) {
    setKey(container, key, value)
    return
  }
  if (key === '-') {
    container.push(value)
    return
  }
  const given = inContext(`value was not a proper array index: '${key}'`, () => integer(key))
  const size = container.length + 1
  if (given >= size || given < -size)
    throw inapplicable(`Unable to access invalid index: ${given}: invalid index referenced`)
  container.splice(given < 0 ? given + size : given, 0, value)
}

export function removeAt({ container, key }: Location): void {
  if (Array.isArray(container)) {
    container.splice(indexOf(container, key), 1)
    return
  }
  if (!Object.hasOwn(container, key)) throw inapplicable(`Unable to remove nonexistent key: ${key}: missing value`)
  delete container[key]
}

/** The index of an existing item; a negative key counts from the end. @throws PatchError for an index without an item */
export function indexOf(container: readonly Json[], key: string): number {
  const given = integer(key)
  if (given >= container.length || given < -container.length) {
    throw inapplicable(`Unable to access invalid index: ${given}: invalid index referenced`)
  }
  return given < 0 ? given + container.length : given
}

function integer(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw inapplicable(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`)
  const value = numberOfText(text)
  if (!Number.isSafeInteger(value))
    throw inapplicable(`strconv.Atoi: parsing ${goText(JSON.stringify(text))}: value out of range`)
  return value
}

/** Calls `run` and puts `context` before the message of its PatchError. */
export function inContext<T>(context: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof PatchError) throw inapplicable(`${context}: ${error.message}`)
    throw error
  }
}

/** The index that `replace` writes. Each fault of an index counts as a missing key. @throws PatchError */
export function replacedIndex(container: readonly Json[], key: string, path: string): number {
  try {
    return indexOf(container, key)
  } catch (error) {
    if (!(error instanceof PatchError)) throw error
    throw inapplicable(`replace operation does not apply: doc is missing key: ${path}: missing value`)
  }
}
