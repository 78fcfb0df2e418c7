import { isObject, setKey, type Json, type JsonObject } from '../api/json.ts'
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

const orders = new WeakMap<Schema, Order>()

function orderOf(schema: Schema): Order {
  let order = orders.get(schema)
  if (order === undefined) {
    order = compile(schema)
    orders.set(schema, order)
  }
  return order
}

const asItIs: Order = (value) => value

function compile(schema: Schema): Order {
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
}

interface Slot {
  readonly name: string
  readonly field: Field
  readonly order: Order
  readonly zero: () => Json
}

const isCollection = ({ schema }: Field): boolean => schema.type === 'list' || schema.type === 'map'

function structOrder(schema: StructSchema): Order {
  let slots: readonly Slot[] | undefined
  return (value) => {
    if (!isObject(value)) return value
    slots ??= [...schema.fields].map(([name, field]) => ({
      name,
      field,
      order: orderOf(field.schema),
      zero: field.pointer === true ? () => null : zeroOf(field.schema),
    }))
    const result: JsonObject = {}
    const names = Object.keys(value)
    let count = 0
    let same = true
    for (const { name, field, order, zero } of slots) {
      const given = value[name]
      let shown: Json
      if (given === undefined || given === null) {
        if (field.omitEmpty === true) continue
        shown = zero()
      } else {
        shown = order(given)
        if (field.pointer !== true && (field.omitEmpty === true || isCollection(field)) && showsAsEmpty(shown)) {
          if (field.omitEmpty === true) continue
          // The real server stores protobuf, which cannot tell an empty list or map from none: `rules: []` reads back as null.
          shown = null
        }
      }
      same &&= shown === given && names[count] === name
      count += 1
      result[name] = shown
    }
    return same && count === names.length ? value : result
  }
}

function eachItem(list: Json[], order: Order): Json[] {
  let same = true
  const result = list.map((item) => {
    const shown = order(item)
    same &&= shown === item
    return shown
  })
  return same ? list : result
}

function eachValue(map: JsonObject, order: Order): JsonObject {
  const names = Object.keys(map)
  let same = isSorted(names)
  const result: JsonObject = {}
  for (const name of same ? names : names.sort()) {
    const value = map[name]
    if (value === undefined) {
      same = false
      continue
    }
    const shown = order(value)
    same &&= shown === value
    setKey(result, name, shown)
  }
  return same ? map : result
}

/** Sorted keys throughout, as Go writes maps of maps. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return eachItem(value, sorted)
  return isObject(value) ? eachValue(value, sorted) : value
}
