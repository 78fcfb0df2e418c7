import { badRequest } from '../api/status.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { clampedInteger, isInt64 } from '../api/int64.ts'
import type { JsonObject } from '../api/json.ts'
import { isObject, stringOrEmpty } from '../api/json.ts'
import { unmarshalFault, unmarshalFaultOf } from '../api/unmarshal-fault.ts'
import { JsonSyntaxError } from '../codec/json-parser.ts'
import { readJson, type JsonReading } from '../codec/json-reader.ts'
import { fromBase64Url, toBase64Url } from '../runtime/bytes.ts'

/**
 * The position in a chunked list: a token is base64url JSON `{"v":"meta.{domain}/v1","rv":12,"start":"name\u0000"}`.
 */
export interface Continuation {
  /** The revision of the snapshot; -1 for the newest. */
  readonly revision: number
  /** A key below the list's prefix; the list continues with the first key that is not less. */
  readonly start: string
}

export function writeContinue(dialect: Dialect, { revision, start }: Continuation): string {
  const json = JSON.stringify({ v: dialect.spell('meta.{domain}/v1'), rv: revision, start })
  return toBase64Url(new TextEncoder().encode(json))
}

const invalid = (why: string): Error => badRequest(`invalid continue token: continue key is not valid: ${why}`)

/** The fields of a token and their Go types. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['v', 'string'],
  ['rv', 'int64'],
  ['start', 'string'],
])

/** Refuses the first member, in the order of the text, that its Go type cannot hold. */
function checkMembers(value: JsonObject, numbers: ReadonlyMap<string | number, string> | undefined): void {
  for (const [key, member = null] of Object.entries(value)) {
    const [name, type] = [key.toLowerCase(), FIELDS.get(key.toLowerCase())]
    if (type === undefined || member === null || typeof member === type) continue
    const [digits, field] = [numbers?.get(key), `continueToken.${name}`]
    if (type === 'int64' && isInt64(member)) {
      if (digits !== undefined || BigInt.asIntN(64, BigInt(member)) !== BigInt(member))
        throw invalid(unmarshalFaultOf(`number ${digits ?? member}`, type, field))
    } else throw invalid(unmarshalFault(member, type, field))
  }
}

/** Reads a token. @throws badRequest() with the recorded text for each kind of invalid token */
export function readContinue(dialect: Dialect, token: string): Continuation {
  const version = dialect.spell('meta.{domain}/v1')
  const { value, spelling } = parseJson(decodeContinue(token))
  if (value !== null && !isObject(value)) throw invalid(unmarshalFault(value, 'storage.continueToken'))
  if (value !== null) checkMembers(value, spelling?.numbers.get(value))
  const members = value === null ? {} : membersOf(value)
  const [v, start] = [stringOrEmpty(members.v), stringOrEmpty(members.start)]
  const rv = isInt64(members.rv) ? clampedInteger(members.rv) : 0
  if (v !== version) throw invalid(`server does not recognize this encoded version ${v}`)
  if (rv === 0) throw invalid(`incorrect encoded start resourceVersion (version ${version})`)
  if (start === '') throw invalid(`encoded start key empty (version ${version})`)
  const key = start.startsWith('/') ? start : `/${start}`
  // A key must not lead out of its collection (`..`).
  if (
    key
      .split('/')
      .slice(1)
      .some((part) => part === '.' || part === '..' || part === '')
  )
    throw invalid(start)
  return { revision: rv, start: key.slice(1) }
}

/** Decodes the base64 of a token, in Go's raw URL alphabet. The error names the first byte that does not fit. */
function decodeContinue(token: string): Uint8Array {
  const bad = /[^A-Za-z0-9_-]/.exec(token)?.index
  const dangling = token.length % 4 === 1 ? token.length - 1 : undefined
  const at = bad ?? dangling
  if (at !== undefined) throw invalid(`illegal base64 data at input byte ${at}`)
  return fromBase64Url(token) ?? new Uint8Array()
}

function parseJson(bytes: Uint8Array): JsonReading {
  try {
    return readJson(bytes)
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw invalid(error.message)
    throw error
  }
}

/** The members by their names in lower case, because Go ignores case when it matches names. Null counts as absent. */
const membersOf = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name.toLowerCase(), member]])),
  )
