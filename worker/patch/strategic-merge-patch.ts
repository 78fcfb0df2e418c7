import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { Schema } from '../schema/schema.ts'
import { goType } from '../api/go-format.ts'
import { equalJson, presentKeys, setKey } from './json-values.ts'
import { PatchError } from './patch-error.ts'
import { arrange, asList, asMap, checkOrder, elementType, isMapType, keyOf, partition } from './strategic-order.ts'
import {
  directives,
  malformedDirective,
  markersOfList,
  markersOfMap,
  unknownDirective,
  unmergeable,
} from './strategic-type.ts'

/**
 * Reads a parsed document as a strategic merge patch; null is an empty one.
 * @throws PatchError `malformed`
 */
export function readStrategicMergePatch(document: Json): JsonObject {
  if (document === null) return {}
  if (isObject(document)) return document
  throw new PatchError('malformed', `json: cannot unmarshal ${goType(document)} into map[string]interface {}`)
}

/**
 * Applies a strategic merge patch: a merge patch in which lists with the `merge` strategy merge item by item, and
 * `$`-directives say what cannot be said by values. The document stays as it is and shares what did not change with
 * the result.
 * @throws PatchError `unmergeable` or `malformed` (reference/patches.md 9)
 */
export const applyStrategicMergePatch = (document: JsonObject, patch: JsonObject, schema: Schema): JsonObject =>
  new StrategicMerge(true).maps(document, patch, schema)

/**
 * Lays one patch over another, so that applying the result does what applying both does. Directives and nulls stay in
 * it.
 * @throws PatchError where their directives disagree
 */
export const mergeStrategicMergePatches = (first: JsonObject, second: JsonObject, schema: Schema): JsonObject =>
  new StrategicMerge(false).maps(first, second, schema)

class StrategicMerge {
  /** Whether directives are carried out and nulls remove; otherwise both stay, for the document is a patch itself. */
  readonly #final: boolean

  constructor(final: boolean) {
    this.#final = final
  }

  maps(original: JsonObject, patch: JsonObject, schema: Schema): JsonObject {
    if (patch[directives.patch] !== undefined) return replaceMap(patch)
    const out = { ...original }
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
    if (isDeletion && !this.#final) return setKey(out, patchKey, value)
    const key = isDeletion ? targetOf(patchKey, directives.deleteFromPrimitiveList) : patchKey
    if (value === null) {
      delete out[key]
      if (this.#final) return
    }
    const before = Object.hasOwn(out, key) ? out[key] : undefined
    if (before === undefined || goType(before) !== goType(value)) {
      if (!isDeletion) this.#put(out, key, value)
    } else if (isObject(before) && isObject(value)) {
      const { schema: inner, strategy } = markersOfMap(schema, key)
      setKey(out, key, strategy === 'replace' ? value : this.maps(before, value, inner))
    } else if (Array.isArray(before) && Array.isArray(value)) {
      const { schema: items, strategy, mergeKey } = markersOfList(schema, key)
      const isMerged = strategy === 'merge' || isDeletion
      setKey(out, key, isMerged ? this.#lists(before, value, items, mergeKey, isDeletion) : value)
    } else setKey(out, key, value)
  }

  /** Takes a value that has nothing to merge with. */
  #put(out: JsonObject, key: string, value: Json): void {
    const plain = withoutDirectives(this.#final ? withoutNulls(value) : value)
    if (plain === undefined) delete out[key]
    else setKey(out, key, plain)
  }

  /** `$retainKeys` lists every key of a map that is to stay. */
  #retainKeys(out: JsonObject, rest: JsonObject): void {
    const retain = rest[directives.retainKeys]
    if (retain === undefined) return
    delete rest[directives.retainKeys]
    if (!this.#final) {
      const known = out[directives.retainKeys]
      if (known === undefined) out[directives.retainKeys] = retain
      else if (!equalJson(known, retain)) throw unmergeable('the $retainKeys lists of two patches differ')
      return
    }
    if (!Array.isArray(retain)) throw malformedDirective('retainKeys')
    const kept = new Set(retain)
    const isData = (key: string): boolean =>
      rest[key] !== null &&
      !key.startsWith(directives.deleteFromPrimitiveList) &&
      !key.startsWith(directives.setElementOrder)
    if (presentKeys(rest).some((key) => isData(key) && !kept.has(key))) throw malformedDirective('retainKeys')
    for (const key of presentKeys(out)) if (!kept.has(key)) delete out[key]
  }

  /** `$setElementOrder/<list>`: merges the list at once and puts it in this order. */
  #setElementOrder(out: JsonObject, rest: JsonObject, key: string, schema: Schema): void {
    const order = rest[key] ?? null
    if (!this.#final) {
      const known = out[key]
      if (known !== undefined && !equalJson(known, order)) throw malformedDirective('setElementOrder list')
      setKey(out, key, order)
    }
    delete rest[key]
    const wanted = asList(order)
    const list = targetOf(key, directives.setElementOrder)
    const before = out[list] === undefined ? undefined : asList(out[list])
    const patch = rest[list] === undefined ? undefined : asList(rest[list])
    const { schema: items, strategy, mergeKey } = markersOfList(schema, list)
    checkOrder(patch ?? [], wanted, mergeKey)
    if (before === undefined && patch === undefined) return
    const merged = this.#mergedList(before, patch, items, strategy === 'merge', mergeKey)
    elementType(before ?? [], patch ?? [])
    const [patchItems, serverOnly] = partition(merged, wanted, mergeKey)
    setKey(out, list, arrange(patchItems, serverOnly, wanted, before ?? [], mergeKey))
    delete rest[list]
  }

  #mergedList(
    before: Json[] | undefined,
    patch: Json[] | undefined,
    items: Schema,
    isMerged: boolean,
    mergeKey: string,
  ): Json[] {
    if (patch === undefined) return before ?? []
    if (before === undefined) return asList(withoutDirectives(patch))
    return isMerged ? this.#lists(before, patch, items, mergeKey, false) : patch
  }

  #lists(original: Json[], patch: Json[], items: Schema, mergeKey: string, isDeletion: boolean): Json[] {
    if (original.length === 0 && patch.length === 0) return original
    if (!isMapType(elementType(original, patch))) {
      if (this.#final && isDeletion) {
        const gone = new Set(patch)
        return original.filter((item) => !gone.has(item))
      }
      const [patchItems, serverOnly] = partition([...new Set([...original, ...patch])], patch, '')
      return arrange(patchItems, serverOnly, patch, original, '')
    }
    if (mergeKey === '') throw unmergeable('cannot merge lists without merge key for struct')
    const [before, plain] = carryOut(original, patch, mergeKey)
    const merged = this.#items(before, plain, items, mergeKey)
    const [patchItems, serverOnly] = partition(merged, plain, mergeKey)
    return arrange(patchItems, serverOnly, plain, before, mergeKey)
  }

  /** Merges items that share their key, and appends the others. */
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

/** `$patch: replace` takes the rest of the patch as it is, `$patch: delete` nothing. */
function replaceMap(patch: JsonObject): JsonObject {
  const { [directives.patch]: directive, ...rest } = patch
  if (directive === 'replace') return rest
  if (directive === 'delete') return {}
  throw unknownDirective(directive, patch)
}

/** Carries out the directives among a list's items: the list without what they delete, and the patch without them. */
function carryOut(original: Json[], patch: Json[], mergeKey: string): [Json[], Json[]] {
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

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const out: JsonObject = {}
  for (const key of presentKeys(value)) {
    const item = value[key] ?? null
    if (item !== null) setKey(out, key, withoutNulls(item))
  }
  return out
}

/** The value without maps that hold a `$patch`; undefined where it is one. */
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
