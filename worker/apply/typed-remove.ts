import type { Json, JsonObject } from '../api/json.ts'
import { isObject, setKey } from '../api/json.ts'
import { presentKeys } from '../patch/json-values.ts'
import type { FieldSet } from './field-set.ts'
import { isEmpty, under } from './field-set.ts'
import { itemElement } from './item-element.ts'
import type { MergeList, MergeMap, MergeType } from './merge-type.ts'
import { alternativeOf, typeOfKey } from './merge-type.ts'
import { fieldElement } from './path-element.ts'

/**
 * The value without the members of a set. A list or map that loses its last item becomes null, as in the real server, and an
 * atomic one with a part in the set does so as well; defaulting sees that null.
 */
export function removeItems(type: MergeType | undefined, value: Json, items: FieldSet): Json {
  if (type === undefined || isEmpty(items)) return value
  switch (alternativeOf(type, value)) {
    case 'map':
      return type.map === undefined ? value : removeFromMap(type.map, value, items)
    case 'list':
      return type.list === undefined ? value : removeFromList(type.list, value, items)
    default:
      return value
  }
}

function removeFromMap(map: MergeMap, value: Json, items: FieldSet): Json {
  if (!isObject(value) || map.atomic) return null
  const out: JsonObject = {}
  for (const key of presentKeys(value)) {
    const element = fieldElement(key)
    if (items.get(element)?.member === true) continue
    setKey(out, key, removeItems(typeOfKey(map, key), value[key] ?? null, under(items, element)))
  }
  return presentKeys(out).length === 0 ? null : out
}

function removeFromList(list: MergeList, value: Json, items: FieldSet): Json {
  if (!Array.isArray(value) || !list.associative) return null
  const out: Json[] = []
  for (const item of value) {
    const element = itemElement(list, item)
    if (items.get(element)?.member === true) continue
    out.push(removeItems(list.items, item, under(items, element)))
  }
  return out.length === 0 ? null : out
}
