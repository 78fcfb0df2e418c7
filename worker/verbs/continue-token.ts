import { badRequest } from '../api/status.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { JsonSyntaxError } from '../codec/json-parser.ts'
import { readJson } from '../codec/json-reader.ts'
import { fromBase64Url, toBase64Url } from '../runtime/bytes.ts'
import { jsonType } from '../schema/decode-error.ts'

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

const isInteger = (value: Json | undefined): value is number => Number.isInteger(value)

function wrongField(value: Json, field: string, type: string): Error {
  const found = typeof value === 'number' || typeof value === 'bigint' ? numberFound(value, type) : jsonType(value)
  return invalid(`json: cannot unmarshal ${found} into Go struct field continueToken.${field} of type ${type}`)
}

/** Go names the number that does not fit into an integer. */
const numberFound = (value: number | bigint, type: string): string => (type === 'int64' ? `number ${value}` : 'number')

/** Reads a token. @throws badRequest() with the recorded text for each kind of invalid token */
export function readContinue(dialect: Dialect, token: string): Continuation {
  const version = dialect.spell('meta.{domain}/v1')
  const value = parseJson(decodeContinue(token))
  if (value !== null && !isObject(value))
    throw invalid(`json: cannot unmarshal ${jsonType(value)} into Go value of type storage.continueToken`)
  const { v = '', rv = 0, start = '' } = value === null ? {} : membersOf(value)
  if (typeof v !== 'string') throw wrongField(v, 'v', 'string')
  if (!isInteger(rv)) throw wrongField(rv, 'rv', 'int64')
  if (typeof start !== 'string') throw wrongField(start, 'start', 'string')
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
function decodeContinue(token: string): string {
  const bad = /[^A-Za-z0-9_-]/.exec(token)?.index
  const dangling = token.length % 4 === 1 ? token.length - 1 : undefined
  const at = bad ?? dangling
  if (at !== undefined) throw invalid(`illegal base64 data at input byte ${at}`)
  return new TextDecoder().decode(fromBase64Url(token))
}

function parseJson(text: string): Json {
  try {
    return readJson(text).value
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
