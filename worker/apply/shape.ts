import type { Json } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { equalJson } from '../patch/json-values.ts'
import { itemElement } from './item-element.ts'
import type { MergeList, MergeMap, MergeType } from './merge-type.ts'
import { typeOfKey } from './merge-type.ts'

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

function kindOf(value: Json): string {
  if (typeof value !== 'object') return 's'
  if (value === null) return 'n'
  return Array.isArray(value) ? 'l' : 'm'
}

function mapShape(map: MergeMap, empty: { [key: string]: Json | undefined } | undefined, value: object): string {
  let shape = '{'
  const { fields } = map
  for (const [key, item] of Object.entries(value) as [string, Json | undefined][]) {
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
