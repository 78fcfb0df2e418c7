import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, setKey } from '../../api/json.ts'
import type { JsonSchema } from './json-schema.ts'
import { isEmbedded, isMap, itemsOf, preservesUnknown, propertyOf, TYPE_FIELDS, valuesOf } from './json-schema.ts'

/**
 * A copy of a custom object without what its schema does not declare. What is kept although it is not declared
 * (`x-kubernetes-preserve-unknown-fields`) is pruned again below the parts that are declared. `dropped` collects the
 * paths, `spec.l[0].x`.
 */
export function prune(object: JsonObject, schema: JsonSchema, dropped?: string[]): JsonObject {
  return pruneObject(object, schema, true, '', dropped)
}

function pruneValue(value: Json, schema: JsonSchema | undefined, path: string, dropped: string[] | undefined): Json {
  if (Array.isArray(value)) {
    const items = schema && itemsOf(schema)
    if (schema !== undefined && preservesUnknown(schema) && items === undefined) return whole(value)
    return value.map((item, index) => pruneValue(item, items, `${path}[${index}]`, dropped))
  }
  return isObject(value) ? pruneObject(value, schema, isEmbedded(schema), path, dropped) : number(value)
}

function pruneObject(
  object: JsonObject,
  schema: JsonSchema | undefined,
  isRoot: boolean,
  path: string,
  dropped: string[] | undefined,
): JsonObject {
  const result: JsonObject = {}
  const keepsUnknown = preservesUnknown(schema)
  for (const key of Object.keys(object)) {
    const value = object[key]
    if (value === undefined) continue
    const property = schema && propertyOf(schema, key)
    const below = path === '' ? key : `${path}.${key}`
    if (isRoot && TYPE_FIELDS.has(key)) setKey(result, key, whole(value))
    else if (property !== undefined) setKey(result, key, pruneValue(value, property, below, dropped))
    else if (schema !== undefined && isMap(schema)) {
      setKey(result, key, pruneValue(value, valuesOf(schema), below, dropped))
    } else if (keepsUnknown) setKey(result, key, whole(value))
    else dropped?.push(below)
  }
  return result
}

const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)

/** An integer beyond 64 bits is a float to the real server. */
const number = (value: Json): Json =>
  typeof value === 'bigint' && (value > INT64_MAX || value < INT64_MIN) ? Number(value) : value

/** A copy of what no schema looks into. */
function whole(value: Json): Json {
  if (Array.isArray(value)) return value.map(whole)
  if (!isObject(value)) return number(value)
  const result: JsonObject = {}
  for (const key of Object.keys(value)) {
    const item = value[key]
    if (item !== undefined) setKey(result, key, whole(item))
  }
  return result
}
