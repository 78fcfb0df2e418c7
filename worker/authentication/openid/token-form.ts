import { quote } from '../../api/go-format.ts'
import { isObject, type Json, type JsonObject } from '../../api/json.ts'
import { exactJson } from '../../api/exact-json.ts'
import { unmarshalFault } from '../../api/unmarshal-fault.ts'
import { JsonSyntaxError } from '../../codec/json-parser.ts'
import { readJson } from '../../codec/json-reader.ts'
import { fromBase64Url } from '../../runtime/bytes.ts'

/** Why Go's JWT library calls a token malformed: a fault of its base64 or of its header. Undefined when these have no fault. */
export function formFault(token: string): string | undefined {
  const parts = token.split('.')
  for (const part of parts) {
    const at = part.search(/[^\w-]/)
    const fault = at >= 0 ? at : part.length - 1
    if (fromBase64Url(part) === undefined) return `illegal base64 data at input byte ${fault}`
  }
  const head = fromBase64Url(parts[0] ?? '')
  return head === undefined || head.length === 0 ? undefined : headFault(head)
}

function headFault(head: Uint8Array): string | undefined {
  try {
    const { value } = readJson(head)
    if (value === null) return undefined
    return isObject(value) ? memberFault(value) : unmarshalFault(value, 'jose.rawHeader')
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message
    throw error
  }
}

/** The members that the library reads as texts, with their names in its messages. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['alg', 'algorithm'],
  ['kid', 'key ID'],
  ['nonce', 'nonce'],
])

function memberFault(head: JsonObject): string | undefined {
  for (const [member, name] of TEXTS) {
    const value: Json = head[member] ?? ''
    if (typeof value !== 'string')
      return `failed to unmarshal ${name}: ${unmarshalFault(value, 'string')}: ${quote(exactJson(value))}`
  }
  return undefined
}

/** Replaces a missing or `null` header with `{}`. Go reads each of these as a header without an algorithm. */
export const withHead = (token: string): string => token.replace(/^(bnVsbA)?\./, 'e30.')
