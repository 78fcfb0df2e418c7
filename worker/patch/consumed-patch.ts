import type { Json, JsonObject } from '../api/json.ts'
import { copyJson, isObject, ownMember, setKey } from '../api/json.ts'
import { goType } from '../api/go-format.ts'
import type { Schema } from '../schema/schema.ts'
import { presentKeys } from './json-values.ts'
import { applyStrategicMergePatch } from './strategic-merge-patch.ts'
import { directives, markersOfList, markersOfMap, type MergeMarkers } from './strategic-type.ts'

/**
 * The rest of a strategic merge patch after its merge. The real server changes the patch during the merge: it removes executed
 * directives, ordered lists and nulls in new values. When it refuses the merged object, it prints the rest. The patch must be
 * applicable to the document.
 */
export function consumedPatch(document: JsonObject, patch: JsonObject, schema: Schema): JsonObject {
  const rest = copyJson(patch)
  consume(document, rest, schema)
  return rest
}

/** Changes a patch as the merge does. This function and all functions below change the patch, and only read the document. */
function consume(document: JsonObject, patch: JsonObject, schema: Schema): void {
  if (patch[directives.patch] !== undefined) {
    if (patch[directives.patch] === 'replace') delete patch[directives.patch]
    return
  }
  delete patch[directives.retainKeys]
  for (const key of presentKeys(patch)) {
    if (key.startsWith(directives.setElementOrder)) consumeOrdered(document, patch, key, schema)
  }
  for (const key of presentKeys(patch)) consumeKey(document, patch, key, schema)
}

/** Removes an ordered list from the patch, together with its order, because both have been merged. */
function consumeOrdered(document: JsonObject, patch: JsonObject, key: string, schema: Schema): void {
  delete patch[key]
  const list = key.slice(directives.setElementOrder.length + 1)
  const isMissing = ownMember(document, list) === undefined && ownMember(patch, list) === undefined
  if (!isMissing) consumeKey(document, patch, list, schema)
  delete patch[list]
}

function consumeKey(document: JsonObject, patch: JsonObject, patchKey: string, schema: Schema): void {
  const value = patch[patchKey] ?? null
  if (value === null || patchKey.startsWith(directives.deleteFromPrimitiveList)) return
  const before = ownMember(document, patchKey) ?? null
  if (before === null || goType(before) !== goType(value)) {
    dropNulls(value)
    withoutDirectives(value)
  } else if (isObject(before) && isObject(value)) {
    const { schema: inner, strategy } = markersOfMap(schema, patchKey)
    if (strategy !== 'replace') consume(before, value, inner)
  } else if (Array.isArray(before) && Array.isArray(value)) {
    const markers = markersOfList(schema, patchKey)
    if (markers.strategy === 'merge') consumeItems(before, value, markers)
  }
}

/** An item without a counterpart becomes part of the document, so a later item with the same key is merged into it. */
function consumeItems(before: readonly Json[], items: readonly Json[], { schema, mergeKey }: MergeMarkers): void {
  const directiveOf = (item: Json): Json | undefined => (isObject(item) ? item[directives.patch] : undefined)
  if (items.some((item) => directiveOf(item) === 'replace')) return
  const keyOf = (item: Json): Json | undefined => (isObject(item) ? item[mergeKey] : undefined)
  const gone = new Set(items.filter((item) => directiveOf(item) === 'delete').map(keyOf))
  const document = new Map<Json | undefined, JsonObject>()
  for (const item of before) {
    if (isObject(item) && !gone.has(keyOf(item)) && !document.has(keyOf(item))) document.set(keyOf(item), item)
  }
  const joined = new Set<JsonObject>()
  for (const item of items) {
    if (!isObject(item) || directiveOf(item) !== undefined) continue
    const match = document.get(item[mergeKey])
    if (match === undefined) {
      document.set(item[mergeKey], item)
      joined.add(item)
      continue
    }
    // If the counterpart is itself an item of the patch, the merge changes it too.
    const merged = joined.has(match) ? applyStrategicMergePatch(match, copyJson(item), schema) : undefined
    consume(match, item, schema)
    if (merged === undefined) continue
    for (const key of Object.keys(match)) delete match[key]
    for (const key of presentKeys(merged)) setKey(match, key, merged[key] ?? null)
  }
}

function dropNulls(value: Json): void {
  if (Array.isArray(value)) for (const item of value) dropNulls(item)
  else if (isObject(value)) {
    for (const key of presentKeys(value)) {
      const inner = value[key] ?? null
      if (inner === null) delete value[key]
      else dropNulls(inner)
    }
  }
}

/**
 * The value without maps that have a directive; undefined for such a map. Maps are changed in place and lists are copied, so a
 * list in the patch keeps its items with directives.
 */
function withoutDirectives(value: Json): Json | undefined {
  if (Array.isArray(value)) {
    return value.map(withoutDirectives).filter((item) => item !== undefined)
  }
  if (!isObject(value)) return value
  if (value[directives.patch] !== undefined) return undefined
  for (const key of presentKeys(value)) {
    const inner = withoutDirectives(value[key] ?? null)
    if (inner === undefined) delete value[key]
    else value[key] = inner
  }
  return value
}
