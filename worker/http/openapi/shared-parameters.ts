import { doubleOf } from '../../api/numbers.ts'
import { toBase64Url } from '../../runtime/bytes.ts'
import { isObject, type Json, type JsonObject } from '../../api/json.ts'
import { goJson } from '../../api/go-json.ts'

/** Parameters that stay in each operation: clients that look for them do not follow references. */
const UNSHARED = /^(?:query|path) name$|^query (?:fieldValidation|dryRun)$/

/** The order of the members in the text that names a parameter. */
const MEMBERS = ['uniqueItems', 'type', 'description', 'name', 'in', 'required', 'schema']

/**
 * Replaces shared parameters with references, which halves the size of the document.
 * @param common the prefix of the types that are in bodies of many kinds, `io.k8s.apimachinery`
 * @returns the shared parameters by name; `paths` is changed in place
 */
export function shareParameters(paths: JsonObject, common: string): JsonObject {
  const names = new Map<string, string>()
  const shared: JsonObject = {}
  const bodies = `#/definitions/${common}`
  const reference = (parameter: Json): Json => {
    if (!isObject(parameter) || !isShared(parameter, bodies)) return parameter
    const text = orderedJson(parameter)
    let name = names.get(text)
    if (name === undefined) {
      name = `${String(parameter.name)}-${shortHash(text)}`
      names.set(text, name)
      shared[name] = parameter
    }
    return { $ref: `#/parameters/${name}` }
  }
  for (const item of Object.values(paths).filter(isObject))
    for (const holder of [item, ...Object.values(item)].filter(isObject))
      if (Array.isArray(holder.parameters)) holder.parameters = holder.parameters.map(reference)
  return Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function isShared({ in: place, name, schema }: JsonObject, bodies: string): boolean {
  if (place === 'body') return isObject(schema) && String(schema.$ref ?? '').startsWith(bodies)
  return !UNSHARED.test(`${String(place)} ${String(name)}`)
}

function orderedJson(parameter: JsonObject): string {
  const present = MEMBERS.filter((name) => parameter[name] !== undefined)
  return `{${present.map((name) => `"${name}":${goJson(parameter[name])}`).join(',')}}`
}

const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/** The first six bytes of the 64-bit FNV-1 hash, in the base64 of URLs. */
function shortHash(text: string): string {
  let hash = OFFSET
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, hash * PRIME) ^ BigInt(byte)
  return toBase64Url(Uint8Array.from({ length: 6 }, (_, index) => doubleOf((hash >> BigInt(56 - 8 * index)) & 0xffn)))
}
