import type { Json, JsonObject } from '../api/json.ts'
import { isObject, ownMember } from '../api/json.ts'
import { equalJson } from '../patch/json-values.ts'
import type { MergeList, MergeMap, MergeType } from './merge-type.ts'
import { typeOfKey } from './merge-type.ts'

/**
 * All that decides about a value but its leaves: keys, item identities, and what its leaves are. Made of one object, it
 * recognises others by comparing, so that nothing is built of an object whose shape is known.
 */
export type Pattern =
  | { readonly of: 'map'; readonly keys: readonly string[]; readonly parts: readonly Pattern[] }
  | {
      readonly of: 'list'
      /** The keys that identify an item; none: it does so itself. Undefined: its place does. */
      readonly names: readonly string[] | undefined
      readonly identities: readonly (Json | undefined)[]
      readonly parts: readonly Pattern[]
    }
  | { readonly of: 'leaf'; readonly fits: (value: Json) => boolean }

/** Beyond this many outlines the oldest are forgotten. */
const KEPT_OUTLINES = 512
/** Shapes of one outline. */
const KEPT_SHAPES = 8
/** An object with more keys has most of them for itself, and its shape is that of no other. */
const MOST_KEYS = 1000

interface Known<T> {
  readonly pattern: Pattern
  readonly found: T
}

/** What follows from the shape of an object alone: found out once a shape, and shared by all objects that have it. */
export class ByShape<T> {
  readonly #known = new Map<number, Known<T>[]>()

  /** `pattern` is asked for after `find`, which may throw. */
  of(value: JsonObject, find: () => T, pattern: () => Pattern): T {
    const outline = outlineOf(value, OUTLINED)
    const shapes = this.#known.get(outline)
    if (shapes !== undefined) for (const shape of shapes) if (matches(shape.pattern, value)) return shape.found
    const found = find()
    const made = pattern()
    if (countKeys(made) > MOST_KEYS) return found
    if (shapes !== undefined) {
      if (shapes.length === KEPT_SHAPES) shapes.shift()
      shapes.push({ pattern: made, found })
      return found
    }
    for (const oldest of this.#known.keys()) {
      if (this.#known.size < KEPT_OUTLINES) break
      this.#known.delete(oldest)
    }
    this.#known.set(outline, [{ pattern: made, found }])
    return found
  }
}

/** How deep objects are looked at for their outline: down to the keys of labels and the fields of a template's parts. */
const OUTLINED = 3

/** A number by which most shapes differ. */
function outlineOf(value: Json, depth: number): number {
  if (typeof value !== 'object' || value === null) return 1
  if (Array.isArray(value)) return value.length + 2
  let outline = 0
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    outline = (outline * 31 + key.length * 7 + (depth === 1 ? 0 : outlineOf(item, depth - 1))) | 0
  }
  return outline
}

function countKeys(pattern: Pattern): number {
  if (pattern.of === 'leaf') return 0
  let count = pattern.parts.length
  for (const part of pattern.parts) count += countKeys(part)
  return count
}

function matches(pattern: Pattern, value: Json): boolean {
  switch (pattern.of) {
    case 'leaf':
      return pattern.fits(value)
    case 'map': {
      if (!isObject(value)) return false
      const { keys, parts } = pattern
      let next = 0
      for (const key in value) {
        const item = value[key]
        if (item === undefined) continue
        const part = parts[next]
        if (keys[next] !== key || part === undefined || !matches(part, item)) return false
        next++
      }
      return next === keys.length
    }
    case 'list': {
      const { parts } = pattern
      if (!Array.isArray(value) || value.length !== parts.length) return false
      for (let i = 0; i < parts.length; i++) {
        const item = value[i] ?? null
        const part = parts[i]
        if (part === undefined || !isItem(pattern, i, item) || !matches(part, item)) return false
      }
      return true
    }
  }
}

function isItem({ names, identities }: Extract<Pattern, { of: 'list' }>, i: number, item: Json): boolean {
  if (names === undefined) return true
  if (names.length === 0) return item === identities[i]
  if (!isObject(item)) return false
  let place = i * names.length
  for (const name of names) if (item[name] !== identities[place++]) return false
  return true
}

/**
 * All that decides which fields the creator of an object owns: its fields, map keys, item identities, and whether a leaf
 * is more than what an `empty` object has there already. Values beyond that do not count, so objects made from one
 * template have one shape.
 */
export function patternOf(type: MergeType | undefined, empty: Json | undefined, value: Json): Pattern {
  if (type === undefined) return anything
  if (Array.isArray(value)) {
    const { list } = type
    if (list?.associative === true) return listOf(list, value, (item) => patternOf(list.items, undefined, item))
  } else if (isObject(value)) {
    const { map } = type
    const inner = isObject(empty) ? empty : undefined
    if (map?.atomic === false)
      return mapOf(map, value, (below, item, key) => patternOf(below, inner && ownMember(inner, key), item))
  }
  const kind = LEAVES[leafOf(value)]
  if (empty === undefined) return { of: 'leaf', fits: kind }
  const isMore = !equalJson(empty, value)
  return { of: 'leaf', fits: (other) => kind(other) && equalJson(empty, other) !== isMore }
}

/**
 * All that decides whether an object fits its type, and which fields it then mentions: its keys, item identities and the
 * kinds of its values, at any depth.
 */
export function typedPatternOf(type: MergeType | undefined, value: Json): Pattern {
  if (type === undefined) return anything
  const { list, map } = type
  if (Array.isArray(value) && list !== undefined) {
    return listOf(list, value, (item) => typedPatternOf(list.items, item))
  }
  if (isObject(value) && map !== undefined) return mapOf(map, value, typedPatternOf)
  return { of: 'leaf', fits: typeof value === 'object' ? LEAVES[leafOf(value)] : SCALARS[typeof value as Scalar] }
}

const anything: Pattern = { of: 'leaf', fits: () => true }

type Fits = (value: Json) => boolean

const leafOf = (value: Json): keyof typeof LEAVES =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value === 'object' ? 'map' : 'scalar'

const LEAVES = {
  scalar: (value) => typeof value !== 'object',
  null: (value) => value === null,
  list: (value) => Array.isArray(value),
  map: isObject,
} as const satisfies Record<string, Fits>

type Scalar = 'string' | 'number' | 'bigint' | 'boolean'

const isNumber: Fits = (value) => typeof value === 'number' || typeof value === 'bigint'
const SCALARS: Readonly<Record<Scalar, Fits>> = {
  string: (value) => typeof value === 'string',
  number: isNumber,
  bigint: isNumber,
  boolean: (value) => typeof value === 'boolean',
}

type Below = (type: MergeType | undefined, item: Json, key: string) => Pattern

function mapOf(map: MergeMap, value: JsonObject, below: Below): Pattern {
  const keys: string[] = []
  const parts: Pattern[] = []
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    keys.push(key)
    parts.push(below(typeOfKey(map, key), item, key))
  }
  return { of: 'map', keys, parts }
}

function listOf({ associative, keys }: MergeList, value: readonly Json[], below: (item: Json) => Pattern): Pattern {
  if (!associative) return { of: 'list', names: undefined, identities: [], parts: value.map(below) }
  const identities =
    keys.length === 0
      ? [...value]
      : value.flatMap((item) => keys.map((name) => (isObject(item) ? item[name] : undefined)))
  return { of: 'list', names: keys, identities, parts: value.map(below) }
}
