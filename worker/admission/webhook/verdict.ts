import { quote } from '../../api/field-error.ts'
import { formatGroupVersion, parseGroupVersion, type GroupVersion } from '../../api/group-version.ts'
import { isObject, type Json, type JsonObject } from '../../api/json.ts'
import { JsonSyntaxError } from '../../codec/json-parser.ts'
import { readJson } from '../../codec/json-reader.ts'
import { readYaml, YamlError } from '../../codec/later-yaml.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { builtinType } from '../../schema/builtin/types.ts'
import { DecodeError, jsonType } from '../../schema/decode-error.ts'
import { decode } from '../../schema/decode.ts'
import type { Verdict } from './webhook.ts'
import { CallFault } from './webhook.ts'

/** A document that says of what type it is. */
interface TypedDocument {
  readonly value: JsonObject
  readonly kind: string
  readonly apiVersion: string
}

const LEFT_BRACE = 0x7b
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

/** JSON where it begins with a brace, else YAML. @throws CallFault with the reader's words */
export async function readDocument(body: Uint8Array): Promise<TypedDocument> {
  const value = await parse(body)
  if (value === null) return { value: {}, kind: '', apiVersion: '' }
  if (!isObject(value)) throw untyped(value)
  const { kind = '', apiVersion = '' } = value
  if (typeof kind !== 'string') throw untyped(kind)
  if (typeof apiVersion !== 'string') throw untyped(apiVersion)
  return { value, kind, apiVersion }
}

async function parse(body: Uint8Array): Promise<Json> {
  try {
    const first = body.find((byte) => !isSpace(byte))
    return first === LEFT_BRACE ? readJson(body).value : (await readYaml(body)).value
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      throw new CallFault(`couldn't get version/kind; json parse error: ${error.message}`)
    }
    throw error instanceof YamlError ? new CallFault(error.message) : error
  }
}

const untyped = (value: Json): CallFault =>
  new CallFault(
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonType(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
  )

const same = (a: GroupVersion, b: GroupVersion): boolean => a.group === b.group && a.version === b.version

/**
 * Reads the answer to a review.
 * @throws CallFault where it is none: first what cannot be read (`failed to call webhook`), then what may not be said
 */
export async function readVerdict(
  body: Uint8Array,
  asked: { readonly uid: string; readonly version: 'v1' | 'v1beta1'; readonly mutating: boolean },
  dialect: Dialect,
): Promise<Verdict> {
  const document = await readDocument(body).catch(uncalled)
  const review = decodeReview(document, asked.version, dialect)
  const { response } = review
  if (!isObject(response)) throw unacceptable('webhook response was absent')
  const beta = asked.version === 'v1beta1'
  if (!beta) checkIdentity(document, response, asked.uid, dialect)
  const patch = typeof response['patch'] === 'string' && response['patch'] !== '' ? atob(response['patch']) : undefined
  const patchType = typeof response['patchType'] === 'string' ? response['patchType'] : undefined
  if (!beta) checkPatch(patch, patchType, asked.mutating)
  return {
    allowed: response['allowed'] === true,
    status: isObject(response['status']) ? response['status'] : undefined,
    patch: patch && utf8(patch),
    // Nobody looked at the type in the older version.
    patchType: beta ? 'JSONPatch' : (patchType ?? ''),
    auditAnnotations: isObject(response['auditAnnotations']) ? response['auditAnnotations'] : {},
    warnings: Array.isArray(response['warnings']) ? response['warnings'].map(String) : [],
  }
}

const utf8 = (bytes: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))

export function uncalled(error: unknown): never {
  throw error instanceof CallFault ? new CallFault(`failed to call webhook: ${error.message}`) : error
}

const unacceptable = (why: string): CallFault => new CallFault(`received invalid webhook response: ${why}`)

function decodeReview(
  { value, kind: given, apiVersion }: TypedDocument,
  version: string,
  dialect: Dialect,
): JsonObject {
  const expected = { group: dialect.spell('admission.{domain}'), version }
  const kind = given === '' ? 'AdmissionReview' : given
  const actual = apiVersion === '' ? expected : (parseGroupVersion(apiVersion) ?? { group: '', version: apiVersion })
  const refuse = (why: string): never => uncalled(new CallFault(why))
  const isReview = kind === 'AdmissionReview' && actual.group === expected.group
  const isKnown = (isReview && /^v1(beta1)?$/.test(actual.version)) || (kind === 'Status' && apiVersion === 'v1')
  if (!isKnown) {
    const name = formatGroupVersion(actual)
    refuse(`no kind ${quote(kind)} is registered for version ${quote(name)} in scheme "pkg/runtime/scheme.go:100"`)
  }
  // It is read as what it says it is before anybody misses what was wanted.
  const review = isReview ? typed(actual.version, value) : undefined
  return review !== undefined && same(actual, expected)
    ? review
    : refuse(`converting (${actual.version}.${kind}) to (${version}.AdmissionReview): unknown conversion`)
}

function typed(version: string, value: JsonObject): JsonObject {
  try {
    return decode(builtinType(`api.admission.${version}.AdmissionReview`), value).object
  } catch (error) {
    return uncalled(error instanceof DecodeError ? new CallFault(error.message) : error)
  }
}

/** FACTS: Webhooks, 9: only the current version is asked who it is. */
function checkIdentity({ kind, apiVersion }: TypedDocument, response: JsonObject, uid: string, dialect: Dialect): void {
  const given = typeof response['uid'] === 'string' ? response['uid'] : ''
  if (given !== uid) throw unacceptable(`expected response.uid=${quote(uid)}, got ${quote(given)}`)
  const expected = dialect.spell('admission.{domain}/v1')
  if (kind === 'AdmissionReview' && apiVersion === expected) return
  const got = `${apiVersion === '' ? '/' : apiVersion}, Kind=${kind}`
  throw unacceptable(`expected webhook response of ${expected}, Kind=AdmissionReview, got ${got}`)
}

function checkPatch(patch: string | undefined, patchType: string | undefined, mutating: boolean): void {
  if (!mutating) {
    if (patch !== undefined) throw unacceptable('validating webhook may not return response.patch')
    if (patchType !== undefined) throw unacceptable('validating webhook may not return response.patchType')
    return
  }
  if (patch !== undefined && patchType === undefined) {
    throw unacceptable('webhook returned response.patch but not response.patchType')
  }
  if (patch === undefined && patchType !== undefined) {
    throw unacceptable('webhook returned response.patchType but not response.patch')
  }
  if (patchType === '') throw unacceptable('webhook returned invalid response.patchType of ""')
}
