import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { setKey } from '../api/json.ts'
import { presentKeys } from '../patch/json-values.ts'
import type { FieldSet } from './field-set.ts'
import { isEmpty } from './field-set.ts'
import { itemElement } from './item-element.ts'
import type { Tracking } from './managed-fields.ts'
import type { MergeList, MergeMap, MergeType } from './merge-type.ts'
import { alternativeOf, mergeTypeOf, typeOfKey } from './merge-type.ts'
import { decodeOwners } from './owners.ts'
import { fieldElement } from './path-element.ts'

/**
 * What a manager applied, as far as it still owns it: the configuration to change and apply again. Undefined where it
 * applied nothing, or in another version. `tracking` says the version and the subresource.
 */
export function extractApplied(tracking: Tracking, object: ApiObject, manager: string): ApiObject | undefined {
  const { apiVersion, kind, metadata = {} } = object
  for (const owner of decodeOwners(metadata.managedFields).values()) {
    const isMeant = owner.manager === manager && owner.operation === 'Apply'
    if (!isMeant || owner.subresource !== tracking.subresource || owner.apiVersion !== apiVersion) continue
    const { metadata: owned, ...rest } = extractItems(mergeTypeOf(tracking.schema), object, owner.fields) as ApiObject
    const { name, namespace } = metadata
    const identity = { ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) }
    return { apiVersion, ...(kind !== undefined && { kind }), metadata: { ...identity, ...owned }, ...rest }
  }
  return undefined
}

/** The part of a value that a set names. Items of a list come with their keys; what is one value comes whole. */
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

/** An item is nothing without its keys, owned or not; one that took its default may be left out. */
function withKeys({ keys }: MergeList, item: Json, part: Json): Json {
  if (!isObject(item) || !isObject(part)) return part
  const missing = keys.filter((key) => part[key] === undefined && item[key] !== undefined)
  return missing.length === 0 ? part : { ...Object.fromEntries(missing.map((key) => [key, item[key]])), ...part }
}
