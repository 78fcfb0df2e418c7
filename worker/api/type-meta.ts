import { isObject, type Json, type JsonObject } from './json.ts'
import { unmarshalFault } from './unmarshal-fault.ts'

/** The type that a document names; empty texts for missing members. */
export interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
}

/** How Go prints the type of the struct that receives the apiVersion and the kind. */
const STRUCT = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`

/** Why the real server cannot read the type of a document; undefined when it can. The first wrong member counts. */
export function typeMetaFault(document: Json): string | undefined {
  if (document === null) return undefined
  const fault = isObject(document) ? memberFault(document) : unmarshalFault(document, STRUCT)
  return fault === undefined ? undefined : `couldn't get version/kind; json parse error: ${fault}`
}

function memberFault(document: JsonObject): string | undefined {
  for (const key of Object.keys(document)) {
    const name = memberNamed(key)
    const value = document[key] ?? null
    if (name !== undefined && value !== null && typeof value !== 'string')
      return unmarshalFault(value, 'string', `.${name}`)
  }
  return undefined
}

/** Why the real server refuses a custom resource whose `apiVersion` is null. */
export const nullApiVersion = '.apiVersion accessor error: <nil> is of the type <nil>, expected string'

/** The type of a document without a fault. Names match in any case, and the last one counts. */
export function typeMetaOf(document: JsonObject): TypeMeta {
  const found = { apiVersion: '', kind: '' }
  for (const key of Object.keys(document)) {
    const name = memberNamed(key)
    const value = document[key]
    if (name !== undefined && typeof value === 'string') found[name] = value
  }
  return found
}

/** Go matches names of members in any case, also with the letters `ſ` and the Kelvin sign, which fold to `s` and `k`. */
function memberNamed(key: string): keyof TypeMeta | undefined {
  if (key === 'kind' || key === 'apiVersion') return key
  if (key.length === 'kind'.length && /^kind$/iu.test(key)) return 'kind'
  return key.length === 'apiVersion'.length && /^apiversion$/iu.test(key) ? 'apiVersion' : undefined
}
