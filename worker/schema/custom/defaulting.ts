import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, setKey } from '../../api/json.ts'
import type { JsonSchema } from './json-schema.ts'
import { itemsOf, propertyOf, valuesOf } from './json-schema.ts'
import { prunePart } from './pruning.ts'

/** Whether the value is null although the field is not nullable. The real server treats such a null as absent. */
const isNonNullableNull = (value: Json | undefined, schema: JsonSchema | undefined): boolean =>
  value === null && schema !== undefined && schema.nullable !== true

/** Removes null, in place, from fields that are not nullable and have no default. */
export function dropNulls(value: Json | undefined, schema: JsonSchema | undefined): void {
  if (schema === undefined) return
  if (Array.isArray(value)) {
    for (const item of value) dropNulls(item, itemsOf(schema))
    return
  }
  if (!isObject(value)) return
  for (const key of Object.keys(value)) {
    const property = propertyOf(schema, key) ?? valuesOf(schema)
    if (property === undefined) continue
    if (isNonNullableNull(value[key], property) && !hasDefault(property)) delete value[key]
    else dropNulls(value[key], property)
  }
}

/** Whether a schema has a default. A default of null does not count. */
export const hasDefault = (schema: JsonSchema): boolean => schema.default !== undefined && schema.default !== null

/** A copy of the default without unknown fields, which a stored definition may contain. */
const defaultOf = (schema: JsonSchema): Json => prunePart(schema.default ?? null, schema)

const nestedDefaults = new WeakMap<JsonSchema, boolean>()

/** Whether a part of a schema has a default. Most schemas have none, and `fillDefaults` skips their values. */
function hasNestedDefaults(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return false
  let found = nestedDefaults.get(schema)
  if (found === undefined) {
    const children = [itemsOf(schema), valuesOf(schema), ...Object.values(schema.properties ?? {})]
    found = children.some((child) => child !== undefined && (hasDefault(child) || hasNestedDefaults(child)))
    nestedDefaults.set(schema, found)
  }
  return found
}

/** Sets the defaults of missing fields and of fields that are null but not nullable. It works in place, outer fields first. */
export function fillDefaults(value: Json | undefined, schema: JsonSchema | undefined): void {
  if (schema === undefined || !hasNestedDefaults(schema)) return
  if (Array.isArray(value)) fillItems(value, itemsOf(schema))
  else if (isObject(value)) fillFields(value, schema)
}

function fillItems(list: Json[], items: JsonSchema | undefined): void {
  if (items === undefined) return
  list.forEach((item, index) => {
    if (isNonNullableNull(item, items)) list[index] = defaultOf(items)
    fillDefaults(list[index], items)
  })
}

function fillFields(object: JsonObject, schema: JsonSchema): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!hasDefault(property)) continue
    if (!Object.hasOwn(object, name) || object[name] === undefined || isNonNullableNull(object[name], property)) {
      setKey(object, name, defaultOf(property))
    }
  }
  const values = valuesOf(schema)
  for (const key of Object.keys(object)) {
    const property = propertyOf(schema, key)
    if (property === undefined && values !== undefined && isNonNullableNull(object[key], values)) {
      object[key] = defaultOf(values)
    }
    fillDefaults(object[key], property ?? values)
  }
}
