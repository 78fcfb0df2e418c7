import type { Json, JsonObject } from '../api/json.ts'
import { isObject, ownMember } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { equalJson } from './json-values.ts'

/** One path at which two values differ. */
export interface Difference {
  /**
   * A JSON pointer (RFC 6901). An item that is found by its key has a step `type=Ready`, because its index may differ
   * between the two values.
   */
  readonly path: string
  /** Absent: added. */
  readonly before?: Json
  /** Absent: removed. */
  readonly after?: Json
}

/** The keys of list items, in order of preference: conditions have a type, containers and ports a name. */
const ITEM_KEYS = ['type', 'name'] as const

/** The items by their key; undefined for a list whose items have no such key, or share one. */
function itemsByKey(list: readonly Json[], key: string): Map<string, Json> | undefined {
  const items = new Map<string, Json>()
  for (const item of list) {
    const name = isObject(item) ? ownMember(item, key) : undefined
    if (typeof name !== 'string') return undefined
    items.set(`${key}=${name}`, item)
  }
  return items.size === list.length ? items : undefined
}

/** The order of conditions means nothing; that of containers and other named items is kept by the server. */
const isReordered = (before: Map<string, Json>, after: Map<string, Json>): boolean => {
  const kept = (one: Map<string, Json>, other: Map<string, Json>) => [...one.keys()].filter((name) => other.has(name))
  return kept(before, after).join('\n') !== kept(after, before).join('\n')
}

/** Both lists by a key that identifies the items of each. */
function keyedItems(
  before: readonly Json[],
  after: readonly Json[],
): readonly [Map<string, Json>, Map<string, Json>] | undefined {
  if (before.length === 0 || after.length === 0) return undefined
  for (const key of ITEM_KEYS) {
    const [old, now] = [itemsByKey(before, key), itemsByKey(after, key)]
    if (old !== undefined && now !== undefined && (key === 'type' || !isReordered(old, now))) return [old, now]
  }
  return undefined
}

/** The deepest paths at which the values differ. Lists without keys and of different length differ as a whole. */
export function differences(before: Json | undefined, after: Json | undefined, path = ''): Difference[] {
  const descend = (names: Iterable<string>, from: (name: string) => Json | undefined, to: typeof from) =>
    [...new Set(names)].flatMap((name) =>
      differences(from(name), to(name), `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    )
  if (isObject(before) && isObject(after))
    return descend(
      [...Object.keys(before), ...Object.keys(after)],
      (name) => ownMember(before, name),
      (name) => ownMember(after, name),
    )
  const keyed = Array.isArray(before) && Array.isArray(after) ? keyedItems(before, after) : undefined
  if (keyed !== undefined)
    return descend(
      [...keyed[0].keys(), ...keyed[1].keys()],
      (name) => keyed[0].get(name),
      (name) => keyed[1].get(name),
    )
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return descend(
      before.map((_, i) => String(i)),
      (i) => before[Number(i)],
      (i) => after[Number(i)],
    )
  if (equalJson(before, after)) return []
  return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }]
}

/** The object without resourceVersion and managedFields, which every write changes. */
export function comparable(object: ApiObject | undefined): JsonObject {
  const { resourceVersion: _, managedFields: _fields, ...metadata } = object?.metadata ?? {}
  return { ...object, metadata }
}
