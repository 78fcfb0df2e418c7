import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { JsonSyntaxError } from '../../codec/json-parser.ts'
import { readJson } from '../../codec/json-reader.ts'
import { unmarshalFault } from '../../api/unmarshal-fault.ts'

/** Why a text is not a JSON object, as Go's encoding/json reports it for `goType`; undefined for an object or null. */
export const jsonObjectFault = (text: string | Uint8Array, goType = 'map[string]interface {}'): string | undefined =>
  faultOf(text, isObject, goType)

/** Why a text is not a JSON list of tolerations, as Go's encoding/json reports it; undefined for a list or null. */
export const jsonListFault = (text: string): string | undefined => faultOf(text, Array.isArray, '[]core.Toleration')

function faultOf(text: string | Uint8Array, holds: (value: Json) => boolean, goType: string): string | undefined {
  try {
    const { value } = readJson(text)
    if (value === null || holds(value)) return undefined
    return unmarshalFault(value, goType)
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message
    throw error
  }
}
