import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { JsonSyntaxError } from '../../codec/json-parser.ts'
import { readJson } from '../../codec/json-reader.ts'
import { jsonType, unmarshalFault } from '../../api/unmarshal-fault.ts'

/** Why a text is not a JSON object, as Go's encoding/json reports it for `goType`; undefined for an object or null. */
export function jsonObjectFault(text: string | Uint8Array, goType = 'map[string]interface {}'): string | undefined {
  const value = jsonOrFault(text)
  if (typeof value === 'object') return isObject(value.json ?? {}) ? undefined : unmarshalFault(value.json, goType)
  return value
}

function jsonOrFault(text: string | Uint8Array): { json: Json } | string {
  try {
    return { json: readJson(text).value }
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message
    throw error
  }
}

/**
 * A Go struct without names in JSON, so that Go ignores the case of its names. `type`: such as `core.Taint`; `fields`: the types
 * of its fields: `int64`, or any other name for a text.
 */
export interface GoStruct {
  readonly type: string
  readonly fields: Readonly<Record<string, string>>
}

/** The structs in a JSON list, with names that begin in lower case, or why Go's encoding/json cannot read the text. */
export function structsOf(text: string, { type, fields }: GoStruct): readonly JsonObject[] | string {
  const read = jsonOrFault(text)
  if (typeof read === 'string') return read
  if (!Array.isArray(read.json)) return read.json === null ? [] : unmarshalFault(read.json, `[]${type}`)
  const names = new Map(Object.keys(fields).map((name) => [name.toLowerCase(), name]))
  let fault: string | undefined
  const structs: JsonObject[] = []
  for (const item of read.json) {
    if (item !== null && !isObject(item)) fault ??= unmarshalFault(item, type)
    const struct: JsonObject = {}
    for (const [given, value] of Object.entries(objectOrEmpty(item))) {
      const name = names.get(given.toLowerCase())
      if (name === undefined || value === undefined || value === null) continue
      const wanted = fields[name] ?? ''
      // Go reads on after a value of another type, and reports the first one.
      if (jsonType(value) !== (wanted === 'int64' ? 'number' : 'string')) {
        fault ??= unmarshalFault(value, wanted, `${type.slice(type.indexOf('.') + 1)}.${name}`)
      }
      struct[name.charAt(0).toLowerCase() + name.slice(1)] = value
    }
    structs.push(struct)
  }
  return fault ?? structs
}
