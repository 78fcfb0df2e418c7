import { quote } from '../api/go-format.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject, ownMember } from '../api/json.ts'
import type { MergeList } from './merge-type.ts'
import type { PathElement } from './path-element.ts'
import { keyElement, valueElement } from './path-element.ts'

/** An object that does not match its type: `.spec.ports: duplicate entries for key [port=80]`. */
export class TypedError extends Error {
  override readonly name = 'TypedError'
}

/** The most items that are remembered: enough for one large body, or for many small ones. */
const MAX_REMEMBERED = 65_536
/**
 * The identities of items. Validation, merge, comparison and ownership of one apply read the same items, which do not change.
 */
let remembered = new WeakMap<MergeList, WeakMap<JsonObject, PathElement>>()
let rememberedCount = 0

/**
 * The identity of an item of an associative list: its keys, or in a set the item itself. An omitted key has the default
 * of its field.
 * @throws TypedError for an item without identity
 */
export function itemElement(list: MergeList, item: Json): PathElement {
  if (list.keys.length === 0) return setElement(item)
  if (item === null) throw new TypedError('associative list with keys may not have a null element')
  if (!isObject(item)) throw new TypedError('associative list with keys may not have non-map elements')
  return remembered.get(list)?.get(item) ?? remember(list, item, keysOf(list, item))
}

function remember(list: MergeList, item: JsonObject, element: PathElement): PathElement {
  if (rememberedCount === MAX_REMEMBERED) {
    remembered = new WeakMap()
    rememberedCount = 0
  }
  rememberedCount++
  const ofList = remembered.get(list) ?? new WeakMap<JsonObject, PathElement>()
  ofList.set(item, element)
  remembered.set(list, ofList)
  return element
}

const keysOf = (list: MergeList, item: JsonObject): PathElement =>
  keyElement(list.keys, (name) => {
    const value = ownMember(item, name)
    return value === undefined ? keyDefault(list, name) : value
  })

function keyDefault(list: MergeList, name: string): Json {
  const value = list.items.map?.fields.get(name)?.default
  if (value !== undefined && value !== null) return value
  throw new TypedError(
    `associative list with keys has an element that omits key field ${quote(name)} (and doesn't have default value)`,
  )
}

function setElement(item: Json): PathElement {
  if (item === null) throw new TypedError("associative list without keys has an element that's an explicit null")
  if (Array.isArray(item)) throw new TypedError('not supported: associative list with lists as elements')
  if (isObject(item)) throw new TypedError("associative list without keys has an element that's a map type")
  return valueElement(item)
}
