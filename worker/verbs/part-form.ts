import { boundedNumber } from '../api/numbers.ts'
import { notesEmpties } from '../api/given-empty.ts'
import { isObject, type Json, type JsonObject } from '../api/json.ts'

/**
 * The keys and values of a part, in their order, for a comparison that allocates nothing. A name that the server generated is
 * left open, because it differs in each object made from a template.
 */
export type PartForm = Scalar | Open | Members | Items

type Scalar = string | number | bigint | boolean | null

interface Members {
  readonly keys: readonly string[]
  readonly values: readonly PartForm[]
}

interface Items {
  readonly items: readonly PartForm[]
}

/** The place of the generated name. */
const OPEN = Symbol('generated name')
type Open = typeof OPEN

/** The form of a part; undefined when decoding has omitted an empty list or map in the part (`noteEmpty`). */
export function formOf(value: Json, name: string | undefined): PartForm | undefined {
  if (typeof value !== 'object' || value === null) return value === name ? OPEN : value
  if (Array.isArray(value)) {
    const items: PartForm[] = []
    for (const item of value) {
      const form = formOf(item, name)
      if (form === undefined) return undefined
      items.push(form)
    }
    return { items }
  }
  if (notesEmpties(value)) return undefined
  const keys: string[] = []
  const values: PartForm[] = []
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    const form = formOf(item, name)
    if (form === undefined) return undefined
    keys.push(key)
    values.push(form)
  }
  return { keys, values }
}

/** The generated name of a value, found while it is compared with a form. */
export interface FoundName {
  name: string | undefined
}

/**
 * Whether a value has the form. All open places must hold the same name; the caller checks that the name is a generated one.
 */
export function hasForm(form: PartForm, value: Json, found: FoundName): boolean {
  if (form === OPEN) {
    if (typeof value !== 'string') return false
    found.name ??= value
    return found.name === value
  }
  if (typeof form !== 'object' || form === null) return form === value
  if ('items' in form) return hasItems(form, value, found)
  return isObject(value) && hasMembers(form, value, found)
}

function hasItems({ items }: Items, value: Json, found: FoundName): boolean {
  if (!Array.isArray(value) || value.length !== items.length) return false
  for (let i = 0; i < items.length; i++) {
    const form = items[i]
    if (form === undefined || !hasForm(form, value[i] ?? null, found)) return false
  }
  return true
}

function hasMembers({ keys, values }: Members, value: JsonObject, found: FoundName): boolean {
  if (notesEmpties(value)) return false
  let next = 0
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    const form = values[next]
    if (keys[next] !== key || form === undefined || !hasForm(form, item, found)) return false
    next++
  }
  return next === keys.length
}

/** The paths to the open places as a trie: keys or indexes, each with the paths below it; undefined at an open place. */
export type Openings = readonly (readonly [step: string | number, inner: Openings | undefined])[]

/** The paths to all places that hold the text `name`. */
export function openingsOf(value: Json, name: string): Openings {
  if (typeof value !== 'object' || value === null) return []
  const steps: [step: string | number, item: Json | undefined][] = Array.isArray(value)
    ? value.map((item, i) => [i, item])
    : Object.entries(value)
  return steps.flatMap(([step, item]): Openings => {
    if (item === name) return [[step, undefined]]
    const inner = item === undefined ? [] : openingsOf(item, name)
    return inner.length === 0 ? [] : [[step, inner]]
  })
}

/** A copy with another text at the open places; it shares everything else. */
export function renamed(value: JsonObject, openings: Openings, name: string): JsonObject {
  const copy = { ...value }
  for (const [step, inner] of openings) copy[step] = inner === undefined ? name : renamedBelow(value[step], inner, name)
  return copy
}

function renamedBelow(value: Json | undefined, openings: Openings, name: string): Json | undefined {
  if (isObject(value)) return renamed(value, openings, name)
  if (!Array.isArray(value)) return value
  const copy = [...value]
  for (const [step, inner] of openings) {
    const item = inner === undefined ? name : renamedBelow(value[boundedNumber(step)], inner, name)
    if (item !== undefined) copy[boundedNumber(step)] = item
  }
  return copy
}
