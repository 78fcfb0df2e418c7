import type { Json, JsonObject } from '../api/json.ts'
import { isObject, setKey, ownMember } from '../api/json.ts'
import type { Schema } from '../schema/schema.ts'
import { goType } from '../api/go-format.ts'
import { unmarshalFault } from '../api/unmarshal-fault.ts'
import { equalJson, presentKeys } from './json-values.ts'
import { withoutNulls } from './merge-patch.ts'
import { PatchError } from './patch-error.ts'
import {
  arrange,
  asList,
  asMap,
  checkOrder,
  elementType,
  isMapType,
  keyOf,
  needKey,
  partition,
} from './strategic-order.ts'
import type { MergeMarkers } from './strategic-type.ts'
import {
  directives,
  malformedDirective,
  markersOfList,
  markersOfMap,
  unknownDirective,
  unmergeable,
} from './strategic-type.ts'

/**
 * Reads a parsed document as a strategic merge patch; null is an empty patch.
 * @throws PatchError `malformed`
 */
export function readStrategicMergePatch(document: Json): JsonObject {
  if (document === null) return {}
  if (isObject(document)) return document
  throw new PatchError('malformed', unmarshalFault(document, 'map[string]interface {}'))
}

/**
 * Applies a strategic merge patch: a merge patch in which lists with the `merge` strategy merge item by item, and
 * `$`-directives replace, delete and order. The document is not modified; the result shares its unchanged values.
 * @throws PatchError `unmergeable` or `malformed` (reference/patches.md 9)
 */
export const applyStrategicMergePatch = (document: JsonObject, patch: JsonObject, schema: Schema): JsonObject =>
  new StrategicMerge(true).maps(document, patch, schema)

/** `applyStrategicMergePatch`, with a function that receives the copies of parts of the patch in the result. */
export const applyWithCopies = (document: JsonObject, patch: JsonObject, schema: Schema, copied: Copied): JsonObject =>
  new StrategicMerge(true, copied).maps(document, patch, schema)

/** Receives a map or list of the patch, and the map or list of the result that holds copies of its members. */
export type Copied = (from: JsonObject | Json[], to: JsonObject | Json[]) => void

/**
 * Combines two patches: applying the result equals applying both. The result keeps directives and nulls.
 * @throws PatchError when directives of the patches differ
 */
export const mergeStrategicMergePatches = (first: JsonObject, second: JsonObject, schema: Schema): JsonObject =>
  new StrategicMerge(false).maps(first, second, schema)

class StrategicMerge {
  /** Whether directives and nulls are executed. When false, they are kept, because the document is a patch itself. */
  readonly #execute: boolean
  readonly #copied: Copied | undefined

  constructor(execute: boolean, copied?: Copied) {
    this.#execute = execute
    this.#copied = copied
  }

  maps(original: JsonObject, patch: JsonObject, schema: Schema): JsonObject {
    const isReplaced = patch[directives.patch] !== undefined
    const out = isReplaced ? replaceMap(patch) : { ...original }
    this.#copied?.(patch, out)
    if (isReplaced) return out
    const given = presentKeys(patch)
    // Most patches have no directives and need no copy: listing and copying a map with 50,000 keys takes 20 ms each time.
    if (!given.some((key) => key.startsWith('$'))) {
      for (const key of given) this.#key(out, key, patch[key] ?? null, schema)
      return out
    }
    const rest = { ...patch }
    this.#retainKeys(out, rest)
    for (const key of presentKeys(rest)) {
      if (key.startsWith(directives.setElementOrder)) this.#setElementOrder(out, rest, key, schema)
    }
    for (const key of presentKeys(rest)) this.#key(out, key, rest[key] ?? null, schema)
    return out
  }

  #key(out: JsonObject, patchKey: string, value: Json, schema: Schema): void {
    const isDeletion = patchKey.startsWith(directives.deleteFromPrimitiveList)
    if (isDeletion && !this.#execute) return setKey(out, patchKey, value)
    const key = isDeletion ? targetOf(patchKey, directives.deleteFromPrimitiveList) : patchKey
    if (value === null) {
      delete out[key]
      if (this.#execute) return
    }
    const before = Object.hasOwn(out, key) ? out[key] : undefined
    if (before === undefined || goType(before) !== goType(value)) {
      if (!isDeletion) this.#put(out, key, value)
    } else if (isObject(before) && isObject(value)) {
      const { schema: inner, strategy } = markersOfMap(schema, key)
      setKey(out, key, strategy === 'replace' ? value : this.maps(before, value, inner))
    } else if (Array.isArray(before) && Array.isArray(value)) {
      const markers = markersOfList(schema, key)
      const isMerged = markers.strategy === 'merge' || isDeletion
      setKey(out, key, isMerged ? this.#lists(before, value, markers, isDeletion) : value)
    } else setKey(out, key, value)
  }

  /** Sets a value whose counterpart in the document is missing or of another type. */
  #put(out: JsonObject, key: string, value: Json): void {
    const plain = withoutDirectives(this.#execute ? withoutNulls(value) : value)
    if (plain === undefined) delete out[key]
    else setKey(out, key, this.#reported(value, plain))
  }

  /** Reports the copy of a value of the patch, and returns the copy. */
  #reported<T extends Json>(value: Json, copy: T): T {
    if (this.#copied !== undefined) reportCopies(value, copy, this.#copied)
    return copy
  }

  /** `$retainKeys` removes every key that it does not list. */
  #retainKeys(out: JsonObject, rest: JsonObject): void {
    const retain = rest[directives.retainKeys]
    if (retain === undefined) return
    delete rest[directives.retainKeys]
    if (!this.#execute) {
      const earlier = out[directives.retainKeys]
      if (earlier === undefined) out[directives.retainKeys] = retain
      else if (!equalJson(earlier, retain)) throw unmergeable('the $retainKeys lists of two patches differ')
      return
    }
    if (!Array.isArray(retain)) throw malformedDirective('retainKeys')
    const retained = new Set(retain)
    const isData = (key: string): boolean =>
      rest[key] !== null &&
      !key.startsWith(directives.deleteFromPrimitiveList) &&
      !key.startsWith(directives.setElementOrder)
    if (presentKeys(rest).some((key) => isData(key) && !retained.has(key))) throw malformedDirective('retainKeys')
    for (const key of presentKeys(out)) if (!retained.has(key)) delete out[key]
  }

  /** `$setElementOrder/<list>`: merges the list and sorts it. */
  #setElementOrder(out: JsonObject, rest: JsonObject, key: string, schema: Schema): void {
    const order = rest[key] ?? null
    if (!this.#execute) {
      const earlier = ownMember(out, key)
      if (earlier !== undefined && !equalJson(earlier, order)) throw malformedDirective('setElementOrder list')
      setKey(out, key, order)
    }
    delete rest[key]
    const wanted = asList(order)
    const list = targetOf(key, directives.setElementOrder)
    const [live, given] = [ownMember(out, list), ownMember(rest, list)]
    const before = live === undefined ? undefined : asList(live)
    const patch = given === undefined ? undefined : asList(given)
    const markers = markersOfList(schema, list)
    const { mergeKey } = markers
    checkOrder(patch ?? [], wanted, mergeKey)
    if (before === undefined && patch === undefined) return
    const merged = this.#mergedList(before, patch, markers)
    const type = elementType(before ?? [], patch ?? [])
    if (mergeKey === '' && isMapType(type))
      for (const item of [...merged, ...wanted, ...(before ?? [])]) needKey(item, '')
    const [patchItems, serverOnly] = partition(merged, wanted, mergeKey)
    const server = { items: serverOnly, order: before ?? [] }
    setKey(out, list, arrange({ items: patchItems, order: wanted }, server, mergeKey))
    delete rest[list]
  }

  #mergedList(before: Json[] | undefined, patch: Json[] | undefined, markers: MergeMarkers): Json[] {
    if (patch === undefined) return before ?? []
    if (before === undefined) return this.#reported(patch, asList(withoutDirectives(patch)))
    return markers.strategy === 'merge' ? this.#lists(before, patch, markers, false) : patch
  }

  #lists(original: Json[], patch: Json[], { schema, mergeKey }: MergeMarkers, isDeletion: boolean): Json[] {
    if (original.length === 0 && patch.length === 0) return original
    if (!isMapType(elementType(original, patch))) {
      if (this.#execute && isDeletion) {
        const deleted = new Set(patch)
        return original.filter((item) => !deleted.has(item))
      }
      const [patchItems, serverOnly] = partition([...new Set([...original, ...patch])], patch, '')
      return arrange({ items: patchItems, order: patch }, { items: serverOnly, order: original }, '')
    }
    if (mergeKey === '')
      throw unmergeable(`cannot merge lists without merge key for ${schema.type === 'struct' ? 'struct' : 'string'}`)
    const [before, plain] = executeItemDirectives(original, patch, mergeKey)
    const merged = this.#items(before, plain, schema, mergeKey)
    const [patchItems, serverOnly] = partition(merged, plain, mergeKey)
    return arrange({ items: patchItems, order: plain }, { items: serverOnly, order: before }, mergeKey)
  }

  /** Merges items with the same key, and appends all other items of the patch. */
  #items(original: readonly Json[], patch: readonly Json[], items: Schema, mergeKey: string): Json[] {
    const out = [...original]
    const places = new Map<Json | undefined, number>()
    for (const [i, item] of out.entries()) {
      const key = asMap(item)[mergeKey]
      if (!places.has(key)) places.set(key, i)
    }
    for (const item of patch) {
      const key = keyOf(item, mergeKey)
      const place = places.get(key)
      if (place === undefined) places.set(key, out.push(item) - 1)
      else out[place] = this.maps(asMap(out[place]), asMap(item), items)
    }
    return out
  }
}

/** `$patch: replace` yields the rest of the patch unchanged, `$patch: delete` an empty map. */
function replaceMap(patch: JsonObject): JsonObject {
  const { [directives.patch]: directive, ...rest } = patch
  if (directive === 'replace') return rest
  if (directive === 'delete') return {}
  throw unknownDirective(directive, patch)
}

/**
 * Executes `$patch` items: returns the list without deleted items, and the patch without directives. `$patch: replace` moves
 * the items of the patch to the list.
 */
function executeItemDirectives(original: Json[], patch: Json[], mergeKey: string): [Json[], Json[]] {
  const plain: Json[] = []
  const gone = new Set<Json>()
  let isReplaced = false
  for (const item of patch) {
    const map = asMap(item)
    const directive = map[directives.patch]
    if (directive === undefined) plain.push(item)
    else if (directive === 'delete') gone.add(keyOf(map, mergeKey))
    else if (directive === 'replace') isReplaced = true
    else if (directive === 'merge') throw unmergeable('merging lists cannot yet be specified in the patch')
    else throw unknownDirective(directive, map)
  }
  if (isReplaced) return [plain, []]
  return [original.filter((item) => !gone.has(asMap(item)[mergeKey] ?? null)), plain]
}

/** `$setElementOrder/x` → `x`. */
function targetOf(key: string, directive: string): string {
  const slash = key.indexOf('/')
  if (slash >= 0 && key.slice(0, slash) === directive) return key.slice(slash + 1)
  throw malformedDirective(directive === directives.setElementOrder ? 'setElementOrder list' : 'primitive list')
}

/** Reports the maps and lists of a copied value. A list that lost items is left out. */
function reportCopies(from: Json, to: Json, copied: Copied): void {
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    copied(from, to)
    for (const [i, item] of from.entries()) reportCopies(item, to[i] ?? null, copied)
  } else if (isObject(from) && isObject(to)) {
    copied(from, to)
    for (const key of presentKeys(to)) reportCopies(from[key] ?? null, to[key] ?? null, copied)
  }
}

/** The value without maps that contain `$patch`; undefined when the value is such a map. */
function withoutDirectives(value: Json): Json | undefined {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  if (value[directives.patch] !== undefined) return undefined
  const out: JsonObject = {}
  for (const key of presentKeys(value)) {
    const item = withoutDirectives(value[key] ?? null)
    if (item !== undefined) setKey(out, key, item)
  }
  return out
}
