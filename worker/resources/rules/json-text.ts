import { isObject } from '../../api/json.ts'
import { JsonSyntaxError } from '../../codec/json-parser.ts'
import { readJson } from '../../codec/json-reader.ts'
import { unmarshalFault } from '../../api/unmarshal-fault.ts'

/** Why a text is not a JSON object, as Go's encoding/json reports it; undefined for an object or null. */
export function jsonObjectFault(text: string | Uint8Array): string | undefined {
  try {
    const { value } = readJson(text)
    return value === null || isObject(value) ? undefined : unmarshalFault(value, 'map[string]interface {}')
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message
    throw error
  }
}
