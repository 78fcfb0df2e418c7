import type { Json, JsonObject } from '../api/json.ts'
import { isObject, setKey } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { presentKeys } from '../patch/json-values.ts'
import type { FieldSet } from './field-set.ts'
import { isEmpty } from './field-set.ts'
import { itemElement } from './item-element.ts'
import type { OwnershipRules } from './ownership-rules.ts'
import type { MergeList, MergeMap, MergeType } from './merge-type.ts'
import { alternativeOf, mergeTypeOf, typeOfKey } from './merge-type.ts'
import { decodeOwners } from './owners.ts'
import { fieldElement } from './path-element.ts'

/**
 * The fields that a manager applied and still owns, as a configuration to change and apply again. Undefined when the manager
 * applied nothing in the version of the object and the subresource of `rules`.
 */
export function extractApplied(rules: OwnershipRules, object: ApiObject, manager: string): ApiObject | undefined {
  const { apiVersion, kind, metadata = {} } = object
  for (const owner of decodeOwners(metadata.managedFields).values()) {
    const isApplier = owner.manager === manager && owner.operation === 'Apply'
    if (!isApplier || owner.subresource !== rules.subresource || owner.apiVersion !== apiVersion) continue
    const { metadata: owned, ...rest } = extractItems(mergeTypeOf(rules.schema), object, owner.fields) as ApiObject
    const { name, namespace } = metadata
    const identity = { ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) }
    return { apiVersion, ...(kind !== undefined && { kind }), metadata: { ...identity, ...owned }, ...rest }
  }
  return undefined
}

/** The part of a value that a set contains. List items include their keys; an atomic value is included whole. */
export function extractItems(type: MergeType | undefined, value: Json, items: FieldSet): Json {
  if (type === undefined) return value
  switch (alternativeOf(type, value)) {
    case 'map':
      return type.map === undefined ? value : extractFromMap(type.map, value, items)
    case 'list':
      return type.list === undefined ? value : extractFromList(type.list, value, items)
    default:
      return value
  }
}

function extractFromMap(map: MergeMap, value: Json, items: FieldSet): Json {
  if (!isObject(value) || map.atomic) return value
  const out: JsonObject = {}
  for (const key of presentKeys(value)) {
    const node = items.get(fieldElement(key))
    if (node !== undefined) setKey(out, key, extractItems(typeOfKey(map, key), value[key] ?? null, node.children))
  }
  return out
}

function extractFromList(list: MergeList, value: Json, items: FieldSet): Json {
  if (!Array.isArray(value) || !list.associative) return value
  const out: Json[] = []
  for (const item of value) {
    const node = items.get(itemElement(list, item))
    if (node === undefined) continue
    const part = isEmpty(node.children) && !isObject(item) ? item : extractItems(list.items, item, node.children)
    out.push(withKeys(list, item, part))
  }
  return out
}

/** Adds the keys of the item, owned or not. A key that the item itself omits is omitted. */
function withKeys({ keys }: MergeList, item: Json, part: Json): Json {
  if (!isObject(item) || !isObject(part)) return part
  const missing = keys.filter((key) => part[key] === undefined && item[key] !== undefined)
  return missing.length === 0 ? part : { ...Object.fromEntries(missing.map((key) => [key, item[key]])), ...part }
}
