import type { Json, JsonObject } from '../api/json.ts'
import { isObject, ownMember } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { equalJson } from './json-values.ts'

/** One path at which two values differ. */
export interface Difference {
  /** A JSON pointer (RFC 6901). */
  readonly path: string
  /** Absent: added. */
  readonly before?: Json
  /** Absent: removed. */
  readonly after?: Json
}

/** The deepest paths at which the values differ. Lists of different length differ as a whole. */
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
