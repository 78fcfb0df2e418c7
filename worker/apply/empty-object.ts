import type { Json, JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { Field, Schema, StructSchema } from '../schema/schema.ts'

const empty = new WeakMap<StructSchema, ApiObject>()

/**
 * A created object is compared with this object to find the fields that its creator owns. For a built-in kind it is the written
 * zero value: it contains structs that are always written (`spec`), so a creator does not own them, but owns optional structs.
 * For a custom resource it is empty.
 */
export function emptyObject(schema: Schema): ApiObject {
  if (schema.type !== 'struct' || schema.name === undefined) return {}
  let object = empty.get(schema)
  if (object === undefined) empty.set(schema, (object = zeroOfStruct(schema)))
  return object
}

function zeroOfStruct(schema: StructSchema): JsonObject {
  const object: JsonObject = {}
  for (const [name, field] of schema.fields) {
    const zero = zeroOfField(field)
    if (zero !== undefined) object[name] = zero
  }
  return object
}

/** The written zero value; undefined when `omitempty` omits it. */
function zeroOfField(field: Field): Json | undefined {
  const { schema } = field
  if (field.pointer === true) return field.omitEmpty === true ? undefined : null
  // Go's `omitempty` never omits a struct, and times are structs.
  if (schema.type === 'struct') return zeroOfStruct(schema)
  if (schema.type === 'scalar' && (schema.kind === 'time' || schema.kind === 'microtime')) return null
  if (field.omitEmpty === true) return undefined
  if (schema.type !== 'scalar') return null
  switch (schema.kind) {
    case 'integer':
    case 'number':
    case 'int-or-string':
      return 0
    case 'boolean':
      return false
    case 'quantity':
    case 'duration':
      return '0'
    case 'bytes':
      return null
    default:
      return ''
  }
}
