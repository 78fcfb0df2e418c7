import { insertionSorted } from '../runtime/insertion-sort.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { goText, goType } from '../api/go-format.ts'
import { PatchError } from './patch-error.ts'
import { badArgument, directives, noMergeKey, unmergeable } from './strategic-type.ts'

// Items of merging lists are identified by their merge key. An empty merge key means that the item is its own key.

/**
 * The common type of all items, as `goType` names it.
 * @throws PatchError when the types differ, an item is a list, or there is no item
 */
export function elementType(...lists: readonly (readonly Json[])[]): string {
  let type: string | undefined
  for (const item of lists.flat(1)) {
    const itemType = goType(item)
    if (type === undefined && itemType === '[]interface {}') {
      throw new PatchError('inapplicable', 'lists of lists are not supported')
    }
    type ??= itemType
    if (type !== itemType) throw unmergeable(`list element types are not identical: ${goText(lists as Json)}`)
  }
  if (type === undefined) throw unmergeable('no elements in any of the given slices')
  return type
}

export const isMapType = (type: string): boolean => type === goType({})

export function asMap(item: Json | undefined): JsonObject {
  if (isObject(item)) return item
  throw badArgument({}, item)
}

export function asList(value: Json | undefined): Json[] {
  if (Array.isArray(value)) return value
  throw badArgument([], value)
}

/** The value of an item's merge key. @throws PatchError when the item has none */
export function keyOf(item: Json, mergeKey: string): Json {
  return mergeKey === '' ? item : needKey(item, mergeKey)
}

/**
 * The value of an item's merge key. Unlike for `keyOf`, the item must be a map even when the merge key is empty.
 * @throws PatchError when the item has none
 */
export function needKey(item: Json, mergeKey: string): Json {
  const map = asMap(item)
  const key = map[mergeKey]
  if (key === undefined) throw noMergeKey(map, mergeKey)
  return key
}

/**
 * The value of an item's merge key; undefined when the item is a map without it. An item that is not a map is its own
 * key.
 */
const looseKeyOf = (item: Json, mergeKey: string): Json | undefined =>
  mergeKey === '' || !isObject(item) ? item : item[mergeKey]

/**
 * The items whose key occurs in `list`, and the items whose key does not.
 * @throws PatchError when an item has no merge key, or when the search for its key meets an entry of `list` that is not a map
 */
export function partition(items: readonly Json[], list: readonly Json[], mergeKey: string): [Json[], Json[]] {
  const firstOdd = mergeKey === '' ? -1 : list.findIndex((item) => !isObject(item))
  const keys = new Set(list.slice(0, firstOdd < 0 ? list.length : firstOdd).map((item) => looseKeyOf(item, mergeKey)))
  const inside: Json[] = []
  const outside: Json[] = []
  for (const item of items) {
    const isInside = keys.has(keyOf(item, mergeKey))
    if (!isInside && firstOdd >= 0) throw unmergeable(`value for key ${firstOdd} is not a map`)
    if (isInside) inside.push(item)
    else outside.push(item)
  }
  return [inside, outside]
}

const isDeletion = (item: Json): boolean => isObject(item) && item[directives.patch] === 'delete'

function positions(order: readonly Json[], mergeKey: string): Map<Json | undefined, number> {
  const out = new Map<Json | undefined, number>()
  for (const [i, item] of order.entries()) {
    const key = looseKeyOf(item, mergeKey)
    if (!out.has(key)) out.set(key, i)
  }
  return out
}

/** The items in the order of the list `order`; deletions last. */
export function sortBy(items: readonly Json[], order: readonly Json[], mergeKey: string): Json[] {
  if (mergeKey !== '') for (const item of [...items, ...order]) keyOf(item, mergeKey)
  const place = positions(order, mergeKey)
  const at = (item: Json): number => place.get(looseKeyOf(item, mergeKey)) ?? -1
  const kept = mergeKey === '' ? [...items] : items.filter((item) => !isDeletion(item))
  const deletions = mergeKey === '' ? [] : items.filter(isDeletion)
  const isKnown = kept.every((item) => at(item) >= 0)
  if (isKnown || kept.length > MAX_UNKNOWN)
    return [...kept.sort((a, b) => (at(a) < 0 || at(b) < 0 ? 0 : at(a) - at(b))), ...deletions]
  // Go's comparison puts each item that the order does not name before the others.
  const isBefore = (a: Json, b: Json): boolean => at(a) < 0 || at(b) < 0 || at(a) < at(b)
  return [...insertionSorted(kept, isBefore), ...deletions]
}

/** The insertion sort compares all pairs. Longer lists use the built-in sort, in which an unnamed item equals every other. */
const MAX_UNKNOWN = 1000

/** Items, and the list whose order they follow. */
interface OrderedItems {
  readonly items: readonly Json[]
  readonly order: readonly Json[]
}

/** Sorts the patch's items and the items that only the server has, then interleaves both in the server's order. */
export function arrange(patch: OrderedItems, server: OrderedItems, mergeKey: string): Json[] {
  const left = sortBy(server.items, server.order, mergeKey)
  const right = sortBy(patch.items, patch.order, mergeKey)
  const place = positions(server.order, mergeKey)
  const isBefore = (a: Json, b: Json): boolean => {
    const i = place.get(looseKeyOf(a, mergeKey))
    const j = place.get(looseKeyOf(b, mergeKey))
    return i !== undefined && j !== undefined && i < j
  }
  const out: Json[] = []
  let l = 0
  for (const item of right) {
    for (let next = left[l]; next !== undefined && isBefore(next, item); next = left[++l]) out.push(next)
    out.push(item)
  }
  return [...out, ...left.slice(l)]
}

/**
 * Compares a list of the patch with `$setElementOrder`.
 * @throws PatchError when `$setElementOrder` is not empty and does not name all items of the list in their order
 */
export function checkOrder(patch: readonly Json[], order: readonly Json[], mergeKey: string): void {
  if (patch.length === 0 || order.length === 0) return
  const items = mergeKey === '' ? patch : patch.filter((item) => !isDeletion(asMap(item)))
  let next = 0
  let at = 0
  while (next < items.length && at < order.length) {
    const item = items[next] ?? null
    if (isObject(item) && item[directives.patch] !== undefined) next++
    else {
      const wanted = order[at++] ?? null
      if (mergeKey !== '') for (const either of [item, wanted]) asMap(either)
      if (keyOf(item, mergeKey) === keyOf(wanted, mergeKey)) next++
    }
  }
  if (next < items.length && at >= order.length) {
    const [given, wanted] = [goText(patch as Json), goText(order as Json)]
    throw unmergeable(
      `The order in patch list:\n${given}\n doesn't match ${directives.setElementOrder} list:\n${wanted}\n`,
    )
  }
}
