import type { Json, JsonObject } from '../api/json.ts'
import { countValues, isObject, ownMember } from '../api/json.ts'
import { equalJson } from '../patch/json-values.ts'
import type { MergeList, MergeMap, MergeType } from './merge-type.ts'
import { typeOfKey } from './merge-type.ts'

/**
 * The shape of a value: its keys, item identities, and a test for each leaf. A pattern is made from one object and
 * compared with others, so looking up an object allocates nothing.
 */
export type Pattern =
  | { readonly of: 'map'; readonly keys: readonly string[]; readonly parts: readonly Pattern[] }
  | {
      readonly of: 'list'
      /** The keys that identify an item. An empty list means the item itself, undefined its index. */
      readonly names: readonly string[] | undefined
      readonly identities: readonly (Json | undefined)[]
      readonly parts: readonly Pattern[]
    }
  | { readonly of: 'leaf'; readonly matches: (value: Json) => boolean }

/** The cache evicts the oldest hashes beyond this number. */
const MAX_HASHES = 512
const MAX_SHAPES_PER_HASH = 8
/** Larger objects, counted in keys and items, are not cached, because hardly any other object has the same shape. */
const MAX_VALUES = 1000

interface CachedShape<T> {
  readonly pattern: Pattern
  readonly result: T
}

/** A cache of results that depend only on the shape of an object. */
export class ShapeCache<T> {
  readonly #shapes = new Map<number, CachedShape<T>[]>()

  /** The cached result, or the result of `compute`, which may throw. `pattern` makes the shape for a new result. */
  get(value: JsonObject, compute: () => T, pattern: () => Pattern): T {
    const hash = hashOf(value, HASHED_DEPTH)
    const shapes = this.#shapes.get(hash)
    if (shapes !== undefined) for (const shape of shapes) if (matches(shape.pattern, value)) return shape.result
    const result = compute()
    if (countValues(value, MAX_VALUES) >= MAX_VALUES) return result
    const entry = { result, pattern: pattern() }
    if (shapes !== undefined) {
      if (shapes.length === MAX_SHAPES_PER_HASH) shapes.shift()
      shapes.push(entry)
      return result
    }
    for (const oldest of this.#shapes.keys()) {
      if (this.#shapes.size < MAX_HASHES) break
      this.#shapes.delete(oldest)
    }
    this.#shapes.set(hash, [entry])
    return result
  }
}

/** Deep enough for the keys of labels and the fields of a pod template. */
const HASHED_DEPTH = 3

function hashOf(value: Json, depth: number): number {
  if (typeof value !== 'object' || value === null) return 1
  if (Array.isArray(value)) return value.length + 2
  let hash = 0
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    hash = (hash * 31 + key.length * 7 + (depth === 1 ? 0 : hashOf(item, depth - 1))) | 0
  }
  return hash
}

function matches(pattern: Pattern, value: Json): boolean {
  switch (pattern.of) {
    case 'leaf':
      return pattern.matches(value)
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
        if (part === undefined || !hasIdentity(pattern, i, item) || !matches(part, item)) return false
      }
      return true
    }
  }
}

function hasIdentity({ names, identities }: Extract<Pattern, { of: 'list' }>, i: number, item: Json): boolean {
  if (names === undefined) return true
  if (names.length === 0) return item === identities[i]
  if (!isObject(item)) return false
  let next = i * names.length
  for (const name of names) if (item[name] !== identities[next++]) return false
  return true
}

/**
 * The shape that determines the fields of a creator: fields, map keys, item identities, and whether each leaf differs from the
 * `empty` object. Other values do not count, so objects made from one template have the same shape.
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
  if (empty === undefined) return { of: 'leaf', matches: kind }
  const differs = !equalJson(empty, value)
  return { of: 'leaf', matches: (other) => kind(other) && equalJson(empty, other) !== differs }
}

/**
 * The shape that determines whether an object matches its type, and which fields it has: keys, item identities and the
 * kinds of its values.
 */
export function typedPatternOf(type: MergeType | undefined, value: Json): Pattern {
  if (type === undefined) return anything
  const { list, map } = type
  if (Array.isArray(value) && list !== undefined) {
    return listOf(list, value, (item) => typedPatternOf(list.items, item))
  }
  if (isObject(value) && map !== undefined) return mapOf(map, value, typedPatternOf)
  return { of: 'leaf', matches: typeof value === 'object' ? LEAVES[leafOf(value)] : SCALARS[typeof value as Scalar] }
}

const anything: Pattern = { of: 'leaf', matches: () => true }

type ValueTest = (value: Json) => boolean

function leafOf(value: Json): keyof typeof LEAVES {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  return typeof value === 'object' ? 'map' : 'scalar'
}

const LEAVES = {
  scalar: (value) => typeof value !== 'object',
  null: (value) => value === null,
  list: (value) => Array.isArray(value),
  map: isObject,
} as const satisfies Record<string, ValueTest>

type Scalar = 'string' | 'number' | 'bigint' | 'boolean'

const isNumber: ValueTest = (value) => typeof value === 'number' || typeof value === 'bigint'
const SCALARS: Readonly<Record<Scalar, ValueTest>> = {
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
