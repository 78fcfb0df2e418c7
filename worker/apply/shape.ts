import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { equalJson } from '../patch/json-values.ts'
import { itemElement } from './item-element.ts'
import type { MergeList, MergeMap, MergeType } from './merge-type.ts'
import { typeOfKey } from './merge-type.ts'

/** Beyond this many shapes the oldest are forgotten. */
const KEPT_SHAPES = 512
/** A longer shape is that of an object with many keys of its own, which nothing else has. */
const LONGEST_SHAPE = 8192

/** What follows from the shape of an object alone: found out once a shape, and shared by all objects that have it. */
export class ByShape<T> {
  readonly #known = new Map<string, T>()

  of(shape: string, find: () => T): T {
    if (this.#known.has(shape)) return this.#known.get(shape) as T
    const found = find()
    if (shape.length > LONGEST_SHAPE) return found
    for (const oldest of this.#known.keys()) {
      if (this.#known.size < KEPT_SHAPES) break
      this.#known.delete(oldest)
    }
    this.#known.set(shape, found)
    return found
  }
}

/**
 * All that decides which fields the creator of an object owns, as a text: its fields, map keys, item identities, and
 * whether a leaf is more than what an `empty` object has there already. Values beyond that do not count, so objects made
 * from one template have one shape.
 * @throws TypedError where a list item has no identity
 */
export function shapeOf(type: MergeType | undefined, empty: Json | undefined, value: Json): string {
  if (type === undefined) return '?'
  if (Array.isArray(value)) {
    if (type.list?.associative === true) return listShape(type.list, value)
  } else if (typeof value === 'object' && value !== null) {
    if (type.map !== undefined && !type.map.atomic)
      return mapShape(type.map, isObject(empty) ? empty : undefined, value)
  }
  const isMore = empty === undefined || !equalJson(empty, value)
  return `${kindOf(value)}${isMore ? '+' : '='}`
}

/**
 * All that decides whether an object fits its type, and which fields it then mentions: its keys, item identities and the
 * kinds of its values, at any depth.
 * @throws TypedError where a list item has no identity
 */
export function typedShapeOf(type: MergeType | undefined, value: Json): string {
  if (type === undefined) return '?'
  if (Array.isArray(value)) {
    const { list } = type
    if (list === undefined) return 'l'
    let shape = '['
    for (const item of value) {
      shape += `${list.associative ? itemElement(list, item) : ''}${typedShapeOf(list.items, item)},`
    }
    return `${shape}]`
  }
  if (isObject(value)) {
    const { map } = type
    if (map === undefined) return 'm'
    let shape = '{'
    for (const key in value) {
      const item = value[key]
      if (item !== undefined) shape += `${key.length}:${key}${typedShapeOf(typeOfKey(map, key), item)}`
    }
    return `${shape}}`
  }
  return value === null ? 'z' : SCALARS[typeof value as keyof typeof SCALARS]
}

const SCALARS = { string: 's', number: 'd', bigint: 'd', boolean: 'b' } as const

function kindOf(value: Json): string {
  if (typeof value !== 'object') return 's'
  if (value === null) return 'n'
  return Array.isArray(value) ? 'l' : 'm'
}

function mapShape(map: MergeMap, empty: JsonObject | undefined, value: JsonObject): string {
  let shape = '{'
  const { fields } = map
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    // A declared name ends where its value begins; a key may hold anything, so its length goes before it.
    shape += fields.has(key) ? key : `${key.length}:${key}`
    shape += shapeOf(typeOfKey(map, key), empty?.[key], item)
  }
  return `${shape}}`
}

function listShape(list: MergeList, items: readonly Json[]): string {
  let shape = '['
  for (const item of items) shape += itemElement(list, item) + shapeOf(list.items, undefined, item)
  return `${shape}]`
}
