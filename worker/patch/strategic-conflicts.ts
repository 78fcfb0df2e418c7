import { goText } from '../api/go-format.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { Schema } from '../schema/schema.ts'
import { compareText } from '../api/byte-order.ts'
import { equalJson, presentKeys } from './json-values.ts'
import { asMap, elementType, isMapType, keyOf } from './strategic-order.ts'
import type { MergeMarkers } from './strategic-type.ts'
import { directives, markersOfList, markersOfMap } from './strategic-type.ts'

type Strategy = MergeMarkers['strategy']

/**
 * Whether two strategic merge patches set a field to different values. Directives count as what they do to the whole map.
 * @throws PatchError where they do not fit the schema
 */
export const haveConflicts = (left: JsonObject, right: JsonObject, schema: Schema): boolean =>
  differ(left, right, schema, '', '')

function differ(left: Json, right: Json, schema: Schema, strategy: Strategy, mergeKey: string): boolean {
  if (Array.isArray(left)) return !Array.isArray(right) || listsDiffer(left, right, schema, strategy, mergeKey)
  if (!isObject(left)) return !equalJson(left, right)
  if (!isObject(right) || left[directives.patch] !== right[directives.patch]) return true
  return strategy !== 'replace' && presentKeys(left).some((key) => membersDiffer(left, right, key, schema))
}

function membersDiffer(left: JsonObject, right: JsonObject, key: string, schema: Schema): boolean {
  const [ours, theirs] = [left[key] ?? null, right[key]]
  if (theirs === undefined || key === directives.patch || key === directives.retainKeys) return false
  const isList = Array.isArray(ours)
  if (!isList && !isObject(ours)) return !equalJson(ours, theirs)
  // An order belongs to the list that it is for.
  const field = key.includes('/') ? key.slice(key.indexOf('/') + 1) : key
  const markers = isList ? markersOfList(schema, field) : markersOfMap(schema, field)
  return differ(ours, theirs, markers.schema, markers.strategy, markers.mergeKey)
}

function listsDiffer(left: Json[], right: Json[], schema: Schema, strategy: Strategy, mergeKey: string): boolean {
  const areMaps = isMapType(elementType(left, right))
  if (strategy === 'merge') {
    // Lists of plain values that merge never contradict each other.
    if (!areMaps) return false
    const theirs = new Map(right.map((item) => [goText(keyOf(item, mergeKey)), asMap(item)]))
    return left.some((item) => {
      const other = theirs.get(goText(keyOf(item, mergeKey)))
      return other !== undefined && differ(item, other, schema, '', '')
    })
  }
  if (left.length !== right.length) return true
  const [ours, theirs] = areMaps ? [left, right] : [sorted(left), sorted(right)]
  return ours.some((item, i) => differ(item, theirs[i] ?? null, schema, '', ''))
}

const sorted = (list: readonly Json[]): Json[] => [...list].sort((a, b) => compareText(goText(a), goText(b)))
