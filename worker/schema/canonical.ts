import { notesEmpties } from '../api/given-empty.ts'
import { notesWritten } from '../api/written-quantity.ts'
import { isObject, setKey, type Json, type JsonObject } from '../api/json.ts'
import { ByteOrderedMap } from './byte-ordered-map.ts'
import { perSchema } from './per-schema.ts'
import { isRespelled } from './schema.ts'
import type { Field, Schema, StructSchema } from './schema.ts'
import { isSorted, isEmptyValue, zeroOf } from './zero.ts'

/**
 * The canonical form of a decoded object that the server has changed since: a built-in type in its field order, a custom
 * resource (a schema without a name) with sorted keys at every level. Canonical parts are reused; values are not checked.
 * Records of empty values (`noteEmpty`) and of written texts (`noteWritten`) are dropped, because a stored object must have the
 * same form as an object that is read from its bytes. Top-level parts of a built-in type that the object shares with `settled`,
 * a canonical object, are not read.
 */
export function canonical<T extends JsonObject>(schema: StructSchema, object: T, settled?: JsonObject): T {
  return schema.name === undefined ? (withSortedKeys(object) as T) : (orderOf(schema)(object, settled) as T)
}

type Order = (value: Json, settled?: JsonObject) => Json

const unchanged: Order = (value) => value

const orderOf = perSchema((schema: Schema): Order => {
  switch (schema.type) {
    case 'struct':
      return structOrder(schema)
    case 'list': {
      const item = orderOf(schema.items)
      return item === unchanged ? unchanged : (value) => (Array.isArray(value) ? eachItem(value, item) : value)
    }
    case 'map': {
      const inner = orderOf(schema.values)
      if (isRespelled(schema.values)) return (value) => (isObject(value) ? withoutNotes(value, inner) : value)
      return (value) => (isObject(value) ? eachValue(value, inner) : value)
    }
    default:
      return unchanged
  }
})

interface Slot {
  readonly index: number
  readonly name: string
  readonly order: Order
  /** Makes the value that is written for a missing field; undefined when a missing field is omitted. */
  readonly zero: (() => Json) | undefined
  /** Whether an empty value is omitted (Go's `omitempty`). */
  readonly omitsEmpty: boolean
  /**
   * Whether the field is a list or map that is written even when it is empty, and whose empty value reads back as null: the
   * real server stores protobuf, in which an empty list or map equals none.
   */
  readonly losesEmpty: boolean
  /**
   * Whether the field is a pointer to a time: Go's zero time is written as null, although the decoder omits a null of the
   * document.
   */
  readonly keepsNull: boolean
}

/** The package of CustomResourceDefinition, which the real server stores as JSON and not as protobuf. */
const STORED_AS_JSON = 'apiextensions-apiserver.'

function slotOf(name: string, { schema, omitEmpty, pointer }: Field, index: number, isJson: boolean): Slot {
  const isPointer = pointer === true
  const zero = isPointer ? () => null : zeroOf(schema)
  return {
    index,
    name,
    order: orderOf(schema),
    zero: omitEmpty === true ? undefined : zero,
    omitsEmpty: omitEmpty === true && !isPointer,
    losesEmpty: !isJson && omitEmpty !== true && !isPointer && (schema.type === 'list' || schema.type === 'map'),
    keepsNull: isPointer && schema.type === 'scalar' && (schema.kind === 'time' || schema.kind === 'microtime'),
  }
}

function structOrder(schema: StructSchema): Order {
  // Types are recursive, so the first value creates the slots.
  let order: readonly Slot[] = []
  let slots: ReadonlyMap<string, Slot> | undefined
  let written = 0
  let isRespelling = false
  return (value, settled) => {
    if (!isObject(value)) return value
    if (slots === undefined) {
      const isJson = schema.name?.startsWith(STORED_AS_JSON) === true
      order = [...schema.fields].map(([name, field], index) => slotOf(name, field, index, isJson))
      slots = new Map(order.map((slot) => [slot.name, slot]))
      written = order.filter(({ zero }) => zero !== undefined).length
      isRespelling = [...schema.fields.values()].some((field) => isRespelled(field.schema))
    }
    // Most structs are canonical. `values` is only allocated at the first field that is not.
    let values: (Json | undefined)[] | undefined
    let last = -1
    let missing = written
    for (const name in value) {
      const given = value[name]
      const slot = slots.get(name)
      const ordered = slot === undefined || given === undefined ? undefined : orderedValue(slot, given, settled)
      const isCanonical = slot !== undefined && ordered !== undefined && ordered === given && slot.index > last
      if (!isCanonical) values ??= valuesBefore(name, value, slots)
      if (slot === undefined || ordered === undefined) continue
      if (values !== undefined) values[slot.index] = ordered
      last = slot.index
      if (slot.zero !== undefined) missing -= 1
    }
    if (values === undefined && (missing > 0 || notesEmpties(value) || (isRespelling && notesWritten(value))))
      values = valuesBefore(undefined, value, slots)
    return values === undefined ? value : assemble(order, values)
  }
}

/** The values before the field `end`, by slot. All of them are canonical. */
function valuesBefore(
  end: string | undefined,
  value: JsonObject,
  slots: ReadonlyMap<string, Slot>,
): (Json | undefined)[] {
  // oxlint-disable-next-line unicorn/no-new-array -- every slot is filled, in one allocation of the exact size
  const values = new Array<Json | undefined>(slots.size)
  for (const name in value) {
    if (name === end) break
    values[slots.get(name)?.index ?? 0] = value[name]
  }
  return values
}

/** The canonical form of a field's value; undefined when the field is omitted. */
function orderedValue(slot: Slot, given: Json, settled: JsonObject | undefined): Json | undefined {
  if (settled !== undefined && isObject(given) && settled[slot.name] === given) return given
  if (given === null) return slot.keepsNull ? null : slot.zero?.()
  const ordered = slot.order(given)
  if (slot.omitsEmpty) return isEmptyValue(ordered) ? undefined : ordered
  return slot.losesEmpty && isEmptyValue(ordered) ? null : ordered
}

function assemble(order: readonly Slot[], values: readonly (Json | undefined)[]): JsonObject {
  const object: JsonObject = {}
  for (const { index, name, zero } of order) {
    const value = values[index]
    if (value !== undefined) object[name] = value
    else if (zero !== undefined) object[name] = zero()
  }
  return object
}

function eachItem(list: Json[], order: Order): Json[] {
  for (let i = 0; i < list.length; i++) {
    const item = list[i] ?? null
    const ordered = order(item)
    if (ordered !== item) return [...list.slice(0, i), ordered, ...list.slice(i + 1).map((later) => order(later))]
  }
  return list
}

function eachValue(map: JsonObject, order: Order): JsonObject {
  return isCanonicalMap(map, order) ? map : sortedMap(map, order)
}

const withoutNotes = (map: JsonObject, order: Order): JsonObject =>
  notesWritten(map) ? sortedMap(map, order) : eachValue(map, order)

function isCanonicalMap(map: JsonObject, order: Order): boolean {
  const isOrdered = map instanceof ByteOrderedMap
  let before: string | undefined
  for (const name in map) {
    const value = map[name]
    if (value === undefined || (before !== undefined && before >= name && !isOrdered)) return false
    if (order !== unchanged && order(value) !== value) return false
    before = name
  }
  return true
}

function sortedMap(map: JsonObject, order: Order): JsonObject {
  const result: JsonObject = {}
  for (const name of Object.keys(map).sort()) {
    const value = map[name]
    if (value !== undefined) setKey(result, name, order(value))
  }
  return isSorted(Object.keys(result)) ? result : new ByteOrderedMap(result)
}

/** Sorts keys at every level, as Go writes maps of maps. */
export function withSortedKeys(value: Json): Json {
  if (Array.isArray(value)) return eachItem(value, withSortedKeys)
  return isObject(value) ? eachValue(value, withSortedKeys) : value
}
