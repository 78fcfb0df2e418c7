import { inByteOrder } from '../api/byte-order.ts'
import { isObject, type Json, type JsonObject, setKey } from '../api/json.ts'
import { perSchema } from '../schema/per-schema.ts'
import type { Schema, StructSchema } from '../schema/schema.ts'

/** Whether the keys of a part of an extension are sorted. */
type IsSorted = (part: JsonObject) => boolean

/**
 * The object with sorted keys in its raw extensions, such as the data of a ControllerRevision. Go decodes them into maps before a
 * strategic merge patch or an apply, and encodes the maps afterwards.
 * @param partsOf the parts whose keys are sorted, after another patch; by default every part
 */
export function sortedExtensions(
  schema: StructSchema,
  object: JsonObject,
  partsOf?: () => WeakSet<object>,
): JsonObject {
  if (!hasExtension(schema)) return object
  const parts = partsOf?.()
  const sorted = inSchema(schema, object, (part) => parts?.has(part) ?? true)
  return isObject(sorted) ? sorted : object
}

const hasExtension = perSchema((schema: StructSchema) => reaches(schema, new Set()))

function reaches(schema: Schema, seen: Set<Schema>): boolean {
  if (seen.has(schema)) return false
  seen.add(schema)
  if (schema.type === 'struct') return [...schema.fields.values()].some((field) => reaches(field.schema, seen))
  if (schema.type === 'list') return reaches(schema.items, seen)
  if (schema.type === 'map') return reaches(schema.values, seen)
  return isExtension(schema)
}

const isExtension = (schema: Schema): boolean => schema.type === 'untyped' && schema.name === 'RawExtension'

function inSchema(schema: Schema, value: Json, isSorted: IsSorted): Json {
  if (isExtension(schema)) return inExtension(value, isSorted)
  if (schema.type === 'list' && Array.isArray(value)) return value.map((item) => inSchema(schema.items, item, isSorted))
  if (!isObject(value)) return value
  if (schema.type === 'map') return mapped(value, (_, item) => inSchema(schema.values, item, isSorted))
  if (schema.type !== 'struct') return value
  return mapped(value, (key, item) => {
    const field = schema.fields.get(key)
    return field === undefined ? item : inSchema(field.schema, item, isSorted)
  })
}

function inExtension(value: Json, isSorted: IsSorted): Json {
  if (Array.isArray(value)) return value.map((item) => inExtension(item, isSorted))
  if (!isObject(value)) return value
  return mapped(isSorted(value) ? inByteOrder(value) : value, (_, item) => inExtension(item, isSorted))
}

function mapped(value: JsonObject, change: (key: string, item: Json) => Json): JsonObject {
  const out: JsonObject = {}
  for (const [key, item = null] of Object.entries(value)) setKey(out, key, change(key, item))
  return out
}
