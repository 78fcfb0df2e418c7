import { isObject } from '../../api/json.ts'
import { JsonSyntaxError } from '../../codec/json-parser.ts'
import { readJson } from '../../codec/json-reader.ts'
import { jsonType } from '../../schema/decode-error.ts'

/** The fault of a text that should be a JSON object, in the words of Go. */
export function jsonObjectFault(text: string | Uint8Array): string | undefined {
  try {
    const { value } = readJson(text)
    if (isObject(value) || value === null) return undefined
    return `json: cannot unmarshal ${jsonType(value)} into Go value of type map[string]interface {}`
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message
    throw error
  }
}
