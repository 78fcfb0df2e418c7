import { isObject, type Json } from '../../api/json.ts'
import { readJson } from '../../codec/json-reader.ts'
import { readYaml } from '../../codec/lazy-yaml.ts'
import { Pieces } from '../../runtime/pieces.ts'
import { MASK, maskSecret, maskTokens } from './secret-mask.ts'

/** A body as `/debug/requests` shows it. */
export interface ReadableBody {
  /** JSON as a value, other text as text; absent when there is no body or it was not kept. */
  readonly body?: Json
  /** Why the body is not shown: `protobuf, 120 bytes`. */
  readonly omitted?: string
}

type Header = readonly [name: string, value: string]

const SECRET_HEADERS = /^(authorization|proxy-authorization|cookie|set-cookie|x-csrf-token)$/i

export const readableHeaders = (headers: readonly Header[]): Header[] =>
  headers.map(([name, value]) => [name, SECRET_HEADERS.test(name) ? MASK : value])

interface Secrecy {
  /** Whether the request addresses Secrets; the body may name another kind. */
  readonly secret: boolean
  /** Whether values of Secrets are shown. */
  readonly shown: boolean
}

/** A body as text or JSON, with secret values masked. */
export async function readableBody(
  body: Uint8Array | Pieces | undefined,
  contentType: string,
  { secret, shown }: Secrecy,
): Promise<ReadableBody> {
  if (body === undefined || body.byteLength === 0) return {}
  const bytes = body instanceof Pieces ? body.join() : body
  if (contentType.includes('protobuf')) return { omitted: `protobuf, ${bytes.byteLength} bytes` }
  const value = await valueOf(bytes, contentType)
  if (value !== undefined) return { body: maskTokens(shown ? value : masked(value, secret)) }
  return secret ? { omitted: 'not readable as JSON or YAML' } : { body: textOf(bytes) }
}

async function valueOf(bytes: Uint8Array, contentType: string): Promise<Json | undefined> {
  try {
    return contentType.includes('yaml') ? (await readYaml(bytes)).value : readJson(bytes).value
  } catch {
    // A body that the server refused may be any text.
    return undefined
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function masked(value: Json, secret: boolean): Json {
  // A refusal is a Status, which has no values of the object.
  if (isObject(value) && value.kind === 'Status') return value
  if (secret || isSecretKind(value)) return tableWithoutObjects(maskSecret(value))
  return isObject(value) && Array.isArray(value.items)
    ? { ...value, items: value.items.map((item) => (isSecretKind(item) ? maskSecret(item) : item)) }
    : value
}

const isSecretKind = (value: Json): boolean => isObject(value) && /^Secret(List)?$/.test(String(value.kind))

/** Masks the objects in the rows of a Table of Secrets. */
function tableWithoutObjects(value: Json): Json {
  if (!isObject(value) || !Array.isArray(value.rows)) return value
  const rows = value.rows.map((row) => (isObject(row) && row.object ? { ...row, object: maskSecret(row.object) } : row))
  return { ...value, rows }
}
