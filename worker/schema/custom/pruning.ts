import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, setKey } from '../../api/json.ts'
import type { JsonSchema } from './json-schema.ts'
import { isEmbedded, isMap, itemsOf, preservesUnknown, propertyOf, TYPE_FIELDS, valuesOf } from './json-schema.ts'

/**
 * A copy of a custom object without undeclared fields. `x-kubernetes-preserve-unknown-fields` preserves them; the values
 * of declared fields beside them are still pruned.
 * @param dropped collects the paths of removed fields, `spec.l[0].x`
 */
export function prune(object: JsonObject, schema: JsonSchema, dropped?: string[]): JsonObject {
  return pruneObject(object, schema, true, { path: '', dropped })
}

interface Location {
  readonly path: string
  readonly dropped: string[] | undefined
}

function pruneValue(value: Json, schema: JsonSchema | undefined, location: Location): Json {
  if (Array.isArray(value)) {
    const items = schema && itemsOf(schema)
    if (schema !== undefined && preservesUnknown(schema) && items === undefined) return whole(value)
    const { path, dropped } = location
    return value.map((item, index) => pruneValue(item, items, { path: `${path}[${index}]`, dropped }))
  }
  return isObject(value) ? pruneObject(value, schema, isEmbedded(schema), location) : number(value)
}

function pruneObject(
  object: JsonObject,
  schema: JsonSchema | undefined,
  isRoot: boolean,
  { path, dropped }: Location,
): JsonObject {
  const result: JsonObject = {}
  const keepsUnknown = preservesUnknown(schema)
  for (const key of Object.keys(object)) {
    const value = object[key]
    if (value === undefined) continue
    const property = schema && propertyOf(schema, key)
    const below = path === '' ? key : `${path}.${key}`
    if (isRoot && TYPE_FIELDS.has(key)) setKey(result, key, whole(value))
    else if (property !== undefined) setKey(result, key, pruneValue(value, property, { path: below, dropped }))
    else if (schema !== undefined && isMap(schema)) {
      setKey(result, key, pruneValue(value, valuesOf(schema), { path: below, dropped }))
    } else if (keepsUnknown) setKey(result, key, whole(value))
    else dropped?.push(below)
  }
  return result
}

const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)

/** The real server reads an integer beyond 64 bits as a float. */
const number = (value: Json): Json =>
  typeof value === 'bigint' && (value > INT64_MAX || value < INT64_MIN) ? Number(value) : value

/** A copy of a value without a schema. */
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
