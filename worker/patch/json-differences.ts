import { numberOfText } from '../api/numbers.ts'
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
  /** The value before the change. It is absent when the value was added. */
  readonly before?: Json
  /** The value after the change. It is absent when the value was removed. */
  readonly after?: Json
}

/** Two lists with their items by key; undefined for lists that have no keys. */
export type MatchItems = (
  before: readonly Json[],
  after: readonly Json[],
) => readonly [Map<string, Json>, Map<string, Json>] | undefined

/**
 * The deepest paths at which the values differ. Lists are compared by index, or as a whole when their lengths differ;
 * `match` compares them by key instead.
 */
export function differences(
  before: Json | undefined,
  after: Json | undefined,
  path = '',
  match?: MatchItems,
): Difference[] {
  const descend = (names: Iterable<string>, from: (name: string) => Json | undefined, to: typeof from) =>
    [...new Set(names)].flatMap((name) =>
      differences(from(name), to(name), `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, match),
    )
  if (isObject(before) && isObject(after))
    return descend(
      [...Object.keys(before), ...Object.keys(after)],
      (name) => ownMember(before, name),
      (name) => ownMember(after, name),
    )
  const keyed = Array.isArray(before) && Array.isArray(after) ? match?.(before, after) : undefined
  if (keyed !== undefined)
    return descend(
      [...keyed[0].keys(), ...keyed[1].keys()],
      (name) => keyed[0].get(name),
      (name) => keyed[1].get(name),
    )
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return descend(
      before.map((_, i) => String(i)),
      (i) => before[numberOfText(i)],
      (i) => after[numberOfText(i)],
    )
  if (equalJson(before, after)) return []
  return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }]
}

/** The object without resourceVersion and managedFields, which every write changes. */
export function comparable(object: ApiObject | undefined): JsonObject {
  const { resourceVersion: _, managedFields: _fields, ...metadata } = object?.metadata ?? {}
  return { ...object, metadata }
}
