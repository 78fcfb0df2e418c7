import type { Json } from '../api/json.ts'
import { isObject, ownMember } from '../api/json.ts'
import { differences, type Difference, type MatchItems } from './json-differences.ts'

/** The keys of list items, in order of preference: conditions have a type, containers and ports a name. */
const ITEM_KEYS = ['type', 'name'] as const

/** The items by their key; undefined when an item lacks the key or two items have the same one. */
function itemsByKey(list: readonly Json[], key: string): Map<string, Json> | undefined {
  const items = new Map<string, Json>()
  for (const item of list) {
    const name = isObject(item) ? ownMember(item, key) : undefined
    if (typeof name !== 'string') return undefined
    items.set(`${key}=${name}`, item)
  }
  return items.size === list.length ? items : undefined
}

/** Whether the common items have another order. The order matters for containers and other named items, not for conditions. */
const isReordered = (before: Map<string, Json>, after: Map<string, Json>): boolean => {
  const kept = (one: Map<string, Json>, other: Map<string, Json>) => [...one.keys()].filter((name) => other.has(name))
  return kept(before, after).join('\n') !== kept(after, before).join('\n')
}

/** The items of both lists by a key that identifies them; undefined when no key does, or when a list is empty. */
const keyedItems: MatchItems = (before, after) => {
  if (before.length === 0 || after.length === 0) return undefined
  for (const key of ITEM_KEYS) {
    const [old, now] = [itemsByKey(before, key), itemsByKey(after, key)]
    if (old !== undefined && now !== undefined && (key === 'type' || !isReordered(old, now))) return [old, now]
  }
  return undefined
}

/** The differences with conditions compared by type and named items by name. */
export const keyedDifferences = (before: Json | undefined, after: Json | undefined): Difference[] =>
  differences(before, after, '', keyedItems)
