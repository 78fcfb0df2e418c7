import { goText } from '../api/go-format.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject, ownMember } from '../api/json.ts'
import type { Schema } from '../schema/schema.ts'
import { compareText } from '../api/byte-order.ts'
import { equalJson, presentKeys } from './json-values.ts'
import { asMap, elementType, isMapType, keyOf } from './strategic-order.ts'
import type { MergeMarkers } from './strategic-type.ts'
import { directives, markersOfList, markersOfMap } from './strategic-type.ts'

type Markers = Pick<MergeMarkers, 'schema' | 'strategy' | 'mergeKey'>

const unmarked = (schema: Schema): Markers => ({ schema, strategy: '', mergeKey: '' })

/**
 * Whether two strategic merge patches set a field to different values. Maps with different `$patch` directives
 * conflict.
 * @throws PatchError when a patch does not match the schema
 */
export const haveConflicts = (left: JsonObject, right: JsonObject, schema: Schema): boolean =>
  differ(left, right, unmarked(schema))

function differ(left: Json, right: Json, markers: Markers): boolean {
  if (Array.isArray(left)) return !Array.isArray(right) || listsDiffer(left, right, markers)
  if (!isObject(left)) return !equalJson(left, right)
  if (!isObject(right) || left[directives.patch] !== right[directives.patch]) return true
  const { schema, strategy } = markers
  return strategy !== 'replace' && presentKeys(left).some((key) => membersDiffer(left, right, key, schema))
}

function membersDiffer(left: JsonObject, right: JsonObject, key: string, schema: Schema): boolean {
  const [ours, theirs] = [left[key] ?? null, ownMember(right, key)]
  if (theirs === undefined || key === directives.patch || key === directives.retainKeys) return false
  const isList = Array.isArray(ours)
  if (!isList && !isObject(ours)) return !equalJson(ours, theirs)
  // `$setElementOrder/x` has the markers of the list `x`.
  const field = key.includes('/') ? key.slice(key.indexOf('/') + 1) : key
  return differ(ours, theirs, isList ? markersOfList(schema, field) : markersOfMap(schema, field))
}

function listsDiffer(left: Json[], right: Json[], { schema, strategy, mergeKey }: Markers): boolean {
  const areMaps = isMapType(elementType(left, right))
  if (strategy === 'merge') {
    // Merging lists of scalars never conflict.
    if (!areMaps) return false
    const theirs = new Map(right.map((item) => [goText(keyOf(item, mergeKey)), asMap(item)]))
    return left.some((item) => {
      const other = theirs.get(goText(keyOf(item, mergeKey)))
      return other !== undefined && differ(item, other, unmarked(schema))
    })
  }
  if (left.length !== right.length) return true
  const [ours, theirs] = areMaps ? [left, right] : [sorted(left), sorted(right)]
  return ours.some((item, i) => differ(item, theirs[i] ?? null, unmarked(schema)))
}

const sorted = (list: readonly Json[]): Json[] => [...list].sort((a, b) => compareText(goText(a), goText(b)))
