import { doubleOf } from '../../api/numbers.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, setKey } from '../../api/json.ts'
import type { JsonSchema } from './json-schema.ts'
import { isEmbedded, isMap, itemsOf, preservesUnknown, propertyOf, TYPE_FIELDS, valuesOf } from './json-schema.ts'

/**
 * Returns a copy of a custom object without the fields that its schema does not declare. Declared parts of an object or a list
 * with `x-kubernetes-preserve-unknown-fields` are pruned by their own schemas; the items of such a list keep their unknown
 * fields. `dropped` collects the paths of the other fields, such as `spec.l[0].x`.
 */
export function prune(object: JsonObject, schema: JsonSchema, dropped?: string[]): JsonObject {
  return pruneObject(object, { schema, isResource: true, keeps: preservesUnknown(schema), path: '', dropped })
}

/** Returns a pruned copy of a part of an object. */
export const prunePart = (value: Json, schema: JsonSchema): Json =>
  pruneValue(value, { schema, isResource: isEmbedded(schema), keeps: preservesUnknown(schema), path: '', dropped: [] })

interface Place {
  readonly schema: JsonSchema | undefined
  /** Whether apiVersion, kind and metadata are kept. */
  readonly isResource: boolean
  /** Whether unknown fields are kept, because this schema or the schema of the enclosing list preserves them. */
  readonly keeps: boolean
  readonly path: string
  readonly dropped: string[] | undefined
}

const below = (schema: JsonSchema | undefined, path: string, { dropped }: Place): Place => ({
  schema,
  isResource: isEmbedded(schema),
  keeps: preservesUnknown(schema),
  path,
  dropped,
})

function pruneValue(value: Json, place: Place): Json {
  if (Array.isArray(value)) {
    const items = place.schema && itemsOf(place.schema)
    if (place.keeps && items === undefined) return whole(value)
    return value.map((item, index) => {
      const inner = below(items, `${place.path}[${index}]`, place)
      return pruneValue(item, place.keeps ? { ...inner, keeps: true } : inner)
    })
  }
  return isObject(value) ? pruneObject(value, place) : number(value)
}

function pruneObject(object: JsonObject, place: Place): JsonObject {
  const { schema, isResource, keeps, path, dropped } = place
  const result: JsonObject = {}
  for (const key of Object.keys(object)) {
    const value = object[key]
    if (value === undefined) continue
    const property = schema && propertyOf(schema, key)
    const at = path === '' ? key : `${path}.${key}`
    if (isResource && TYPE_FIELDS.has(key)) setKey(result, key, whole(value))
    else if (property !== undefined) setKey(result, key, pruneValue(value, below(property, at, place)))
    else if (schema !== undefined && isMap(schema)) {
      setKey(result, key, pruneValue(value, below(valuesOf(schema), at, place)))
    } else if (keeps) setKey(result, key, whole(value))
    else dropped?.push(at)
  }
  return result
}

const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)

/** The real server reads an integer beyond 64 bits as a float. */
const number = (value: Json): Json =>
  typeof value === 'bigint' && (value > INT64_MAX || value < INT64_MIN) ? doubleOf(value) : value

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
