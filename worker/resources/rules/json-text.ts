import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { JsonSyntaxError } from '../../codec/json-parser.ts'
import { readJson } from '../../codec/json-reader.ts'
import { jsonType } from '../../schema/decode-error.ts'

/** The fault of a text that should be a JSON object, in the words of Go. */
export const jsonObjectFault = (text: string | Uint8Array): string | undefined =>
  faultOf(text, isObject, 'map[string]interface {}')

/** The fault of a text that should be a JSON list of tolerations, in the words of Go. */
export const jsonListFault = (text: string): string | undefined => faultOf(text, Array.isArray, '[]core.Toleration')

function faultOf(text: string | Uint8Array, holds: (value: Json) => boolean, goType: string): string | undefined {
  try {
    const { value } = readJson(text)
    if (value === null || holds(value)) return undefined
    return `json: cannot unmarshal ${jsonType(value)} into Go value of type ${goType}`
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message
    throw error
  }
}
