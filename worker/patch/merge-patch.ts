import type { Json, JsonObject } from '../api/json.ts'
import { isObject, setKey, ownMember } from '../api/json.ts'
import { unmarshalFault } from '../api/unmarshal-fault.ts'
import { equalJson, presentKeys } from './json-values.ts'
import { PatchError } from './patch-error.ts'

/**
 * Reads a parsed document as a merge patch of an object. With `checked` false, a list is accepted too; it replaces the
 * object.
 * @throws PatchError `malformed` (reference/patches.md 5)
 */
export function readMergePatch(document: Json, checked = true): Json {
  if (isObject(document) || (!checked && Array.isArray(document))) return document
  if (document === null || !checked) throw new PatchError('malformed', 'Invalid JSON Patch')
  throw new PatchError('malformed', `error decoding patch: ${unmarshalFault(document, 'map[string]interface {}')}`)
}

/**
 * Applies a JSON merge patch (RFC 7386): maps merge, null removes, everything else replaces. The document is not modified; the
 * result shares its unchanged values.
 */
export function applyMergePatch(document: Json, patch: Json): Json {
  if (!isObject(patch)) return Array.isArray(patch) ? withoutNulls(patch) : patch
  if (!isObject(document)) return withoutNulls(patch)
  let out: JsonObject | undefined
  for (const key of presentKeys(patch)) {
    const value = patch[key] ?? null
    const before = Object.hasOwn(document, key) ? document[key] : undefined
    if (value === null) {
      if (before !== undefined) delete (out ??= { ...document })[key]
      continue
    }
    const after = mergeValue(before, value)
    if (after !== before) setKey((out ??= { ...document }), key, after)
  }
  return out ?? document
}

function mergeValue(before: Json | undefined, value: Json): Json {
  if (before === undefined || before === null) return withoutNulls(value)
  return isObject(before) && !isObject(value) ? value : applyMergePatch(before, value)
}

/** Removes null members at any depth, because a new value has nothing to remove. Null items of lists stay. */
export function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const out: JsonObject = {}
  for (const key of presentKeys(value)) {
    const item = value[key] ?? null
    if (item !== null) setKey(out, key, withoutNulls(item))
  }
  return out
}

/** The merge patch that turns `before` into `after`. */
export function createMergePatch(before: JsonObject, after: JsonObject): JsonObject {
  const patch: JsonObject = {}
  for (const key of presentKeys(after)) {
    const old = ownMember(before, key)
    const value = after[key] ?? null
    if (isObject(old) && isObject(value)) {
      const inner = createMergePatch(old, value)
      if (presentKeys(inner).length > 0) setKey(patch, key, inner)
    } else if (old === undefined || !equalJson(old, value)) setKey(patch, key, value)
  }
  for (const key of presentKeys(before)) if (ownMember(after, key) === undefined) setKey(patch, key, null)
  return patch
}

/**
 * The patch of client-side apply: the changes from the current object to the modified configuration, and the removals
 * from the original configuration to the modified one.
 * @throws PatchError `unmergeable` when changes and removals contradict each other
 */
export function createThreeWayMergePatch(original: JsonObject, modified: JsonObject, current: JsonObject): JsonObject {
  const changes = filterNulls(createMergePatch(current, modified), false)
  const removals = filterNulls(createMergePatch(original, modified), true)
  if (isConflict(changes, removals)) {
    throw new PatchError('unmergeable', 'the changes contradict the removals of the same patch')
  }
  return mergePatches(removals, changes)
}

/** The removals (nulls) of a merge patch when `nulls` is true; everything else when it is false. An empty map is a value. */
export function filterNulls(patch: JsonObject, nulls: boolean): JsonObject {
  const out: JsonObject = {}
  for (const key of presentKeys(patch)) {
    const value = patch[key] ?? null
    if (value === null) {
      if (nulls) setKey(out, key, null)
    } else if (isObject(value) && presentKeys(value).length > 0) {
      const inner = filterNulls(value, nulls)
      if (presentKeys(inner).length > 0) setKey(out, key, inner)
    } else if (!nulls) setKey(out, key, value)
  }
  return out
}

/** Merges the changes into the removals. */
function mergePatches(removals: JsonObject, changes: JsonObject): JsonObject {
  const out = { ...removals }
  for (const key of presentKeys(changes)) {
    const value = changes[key] ?? null
    const before = ownMember(out, key)
    setKey(out, key, isObject(before) && isObject(value) ? mergePatches(before, value) : value)
  }
  return out
}

function isConflict(a: Json | undefined, b: Json | undefined): boolean {
  if (!isObject(a) || !isObject(b)) return !equalJson(a, b)
  return presentKeys(a).some((key) => ownMember(b, key) !== undefined && isConflict(a[key], b[key]))
}
