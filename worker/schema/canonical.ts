import { isObject, setKey, type Json, type JsonObject } from '../api/json.ts'
import { ByteOrderedMap } from './byte-ordered-map.ts'
import { perSchema } from './per-schema.ts'
import type { Field, Schema, StructSchema } from './schema.ts'
import { isSorted, showsAsEmpty, zeroOf } from './zero.ts'

/**
 * Brings an object that was decoded, and changed by the server since, into the form in which the real server writes it:
 * a built-in type in its field order, custom resources (a schema without a name) with sorted keys throughout. Parts that
 * are in that form already are reused, not copied; the values themselves are trusted.
 */
export function canonical<T extends JsonObject>(schema: StructSchema, object: T): T {
  return schema.name === undefined ? (sorted(object) as T) : (orderOf(schema)(object) as T)
}

type Order = (value: Json) => Json

const asItIs: Order = (value) => value

const orderOf = perSchema((schema: Schema): Order => {
  switch (schema.type) {
    case 'struct':
      return structOrder(schema)
    case 'list': {
      const item = orderOf(schema.items)
      return item === asItIs ? asItIs : (value) => (Array.isArray(value) ? eachItem(value, item) : value)
    }
    case 'map': {
      const inner = orderOf(schema.values)
      return (value) => (isObject(value) ? eachValue(value, inner) : value)
    }
    default:
      return asItIs
  }
})

interface Slot {
  readonly index: number
  readonly name: string
  readonly order: Order
  /** What is written where there is no value; undefined: nothing. */
  readonly zero: (() => Json) | undefined
  /** Go's `omitempty`: an empty value counts as none. */
  readonly omitsEmpty: boolean
  /** A list or map that is written even when it is empty. */
  readonly isAlwaysWritten: boolean
}

function slotOf(name: string, { schema, omitEmpty, pointer }: Field, index: number): Slot {
  const isPointer = pointer === true
  const zero = isPointer ? () => null : zeroOf(schema)
  return {
    index,
    name,
    order: orderOf(schema),
    zero: omitEmpty === true ? undefined : zero,
    omitsEmpty: omitEmpty === true && !isPointer,
    isAlwaysWritten: omitEmpty !== true && !isPointer && (schema.type === 'list' || schema.type === 'map'),
  }
}

function structOrder(schema: StructSchema): Order {
  // Types are recursive: the fields are read when the first value comes.
  let order: readonly Slot[] = []
  let slots: ReadonlyMap<string, Slot> | undefined
  let written = 0
  return (value) => {
    if (!isObject(value)) return value
    if (slots === undefined) {
      order = [...schema.fields].map(([name, field], index) => slotOf(name, field, index))
      slots = new Map(order.map((slot) => [slot.name, slot]))
      written = order.filter(({ zero }) => zero !== undefined).length
    }
    // One look at the fields that are there: most parts turn out to be in form already, and need no list of values.
    let values: (Json | undefined)[] | undefined
    let last = -1
    let missing = written
    for (const name in value) {
      const given = value[name]
      const slot = slots.get(name)
      const shown = slot === undefined || given === undefined ? undefined : shownBy(slot, given)
      const isInForm = slot !== undefined && shown !== undefined && shown === given && slot.index > last
      if (!isInForm) values ??= valuesBefore(name, value, slots)
      if (slot === undefined || shown === undefined) continue
      if (values !== undefined) values[slot.index] = shown
      last = slot.index
      if (slot.zero !== undefined) missing -= 1
    }
    if (values === undefined && missing > 0) values = valuesBefore(undefined, value, slots)
    return values === undefined ? value : assemble(order, values)
  }
}

/** The values of the fields that come before one, by slot: all of them are in form. */
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

/** What a value is written as; undefined: not at all. */
function shownBy(slot: Slot, given: Json): Json | undefined {
  if (given === null) return slot.zero?.()
  const shown = slot.order(given)
  if (slot.omitsEmpty) return showsAsEmpty(shown) ? undefined : shown
  // The real server stores protobuf, which cannot tell an empty list or map from none: `rules: []` reads back as null.
  return slot.isAlwaysWritten && showsAsEmpty(shown) ? null : shown
}

function assemble(order: readonly Slot[], values: readonly (Json | undefined)[]): JsonObject {
  const object: JsonObject = {}
  for (const { index, name, zero } of order) {
    const value = values[index] ?? zero?.()
    if (value !== undefined) object[name] = value
  }
  return object
}

function eachItem(list: Json[], order: Order): Json[] {
  for (let i = 0; i < list.length; i++) {
    const item = list[i] ?? null
    const shown = order(item)
    if (shown !== item) return [...list.slice(0, i), shown, ...list.slice(i + 1).map(order)]
  }
  return list
}

function eachValue(map: JsonObject, order: Order): JsonObject {
  return areInForm(map, order) ? map : inOrder(map, order)
}

function areInForm(map: JsonObject, order: Order): boolean {
  const isOrdered = map instanceof ByteOrderedMap
  let before: string | undefined
  for (const name in map) {
    const value = map[name]
    if (value === undefined || (before !== undefined && before >= name && !isOrdered)) return false
    if (order !== asItIs && order(value) !== value) return false
    before = name
  }
  return true
}

function inOrder(map: JsonObject, order: Order): JsonObject {
  const result: JsonObject = {}
  for (const name of Object.keys(map).sort()) {
    const value = map[name]
    if (value !== undefined) setKey(result, name, order(value))
  }
  return isSorted(Object.keys(result)) ? result : new ByteOrderedMap(result)
}

/** Sorted keys throughout, as Go writes maps of maps. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return eachItem(value, sorted)
  return isObject(value) ? eachValue(value, sorted) : value
}
