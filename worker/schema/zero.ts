import type { Json, JsonObject } from '../api/json.ts'
import { perSchema } from './per-schema.ts'
import { scalarZero } from './scalars.ts'
import type { Schema, StructSchema } from './schema.ts'

/** Makes the JSON of Go's zero value: `''`, `0`, null for a list or map, a struct with the fields that are always written. */
export const zeroOf = perSchema((schema: Schema): (() => Json) => {
  if (schema.type === 'struct') return structZero(schema)
  const value = schema.type === 'scalar' ? scalarZero(schema) : null
  return () => value
})

function structZero(schema: StructSchema): () => Json {
  let written: readonly (readonly [string, () => Json])[] | undefined
  return () => {
    written ??= [...schema.fields]
      .filter(([, field]) => field.omitEmpty !== true)
      .map(([name, field]) => [name, field.pointer === true ? () => null : zeroOf(field.schema)])
    const object: JsonObject = {}
    for (const [name, zero] of written) object[name] = zero()
    return object
  }
}

/** Whether `omitempty` omits a value. For Go a struct is never empty; optional struct fields are pointers. */
export function isEmptyValue(value: Json): boolean {
  if (typeof value !== 'object') return value === '' || value === 0 || value === false
  if (value === null) return true
  if (Array.isArray(value)) return value.length === 0
  for (const _ in value) return false
  return true
}

export function isSorted(names: readonly string[]): boolean {
  for (let i = 1; i < names.length; i++) if ((names[i - 1] ?? '') > (names[i] ?? '')) return false
  return true
}
