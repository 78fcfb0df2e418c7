import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import type { ApiRequest } from '../api/exchange.ts'
import { formatGroupVersion, parseGroupVersion } from '../api/group-version.ts'
import type { GroupVersionKind } from '../api/group-version.ts'
import type { JsonObject } from '../api/json.ts'
import { isObject, stringOrEmpty } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { badRequest, plainError, tooLarge, unsupportedMediaType } from '../api/status.ts'
import type { StatusError } from '../api/status.ts'
import { nullApiVersion, typeMetaFault, typeMetaOf } from '../api/type-meta.ts'
import type { Format, MediaType } from '../codec/negotiation.ts'
import { bodyMediaType } from '../codec/negotiation.ts'
import { hasProtobufForm } from '../codec/lazy-protobuf.ts'
import { countedAnnotationFault } from '../resources/apps/counted-annotations.ts'
import type { Catalog, CustomVersion } from '../resources/resource.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { overflowFault } from '../schema/decode-error.ts'
import type { StructSchema } from '../schema/schema.ts'
import { toHex } from '../runtime/bytes.ts'
import { decodeOrRefuse, readOrRefuse, sorted, strictError } from '../verbs/body-decoding.ts'
import { customOf, expectedKind, isSame, noteUnversioned, schemaOf, SCHEME } from '../verbs/body-kind.ts'
import { type Document, parseDocument, Unreadable } from './body-document.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Caller, FieldValidation, Target } from '../verbs/verbs.ts'

/** The request and the server state that reading a body uses. */
export interface BodyContext {
  readonly request: ApiRequest
  readonly target: Target
  readonly caller: Caller
  readonly server: { readonly catalog: Catalog; readonly offered: readonly MediaType[]; readonly dialect: Dialect }
}

const SIZE_LIMIT = 3 * 1024 * 1024
const NOTHING = new Uint8Array()

/** The bytes of the body; none for a request without one. @throws tooLarge */
export function bodyBytes({ body = NOTHING }: ApiRequest): Uint8Array {
  if (body.length > SIZE_LIMIT) throw tooLarge(`Request entity too large: limit is ${SIZE_LIMIT}`)
  return body
}

/** The media types of a target's bodies and answers: not every type has a protobuf form. */
export function mediaTypesOf(target: Target, offered: readonly MediaType[]): readonly MediaType[] {
  return hasProtobufForm(schemaOf(target)) ? offered : offered.filter(({ format }) => format !== 'protobuf')
}

const mediaTypeOf = (name: string | undefined, known: readonly MediaType[]): MediaType | undefined =>
  known.find(({ type }) => type === name)

/**
 * The format that `Content-Type` names. A type that the server does not offer is refused with the names of all offered types,
 * although a custom resource has no protobuf form.
 * @throws unsupportedMediaType
 */
function bodyFormat(request: ApiRequest, known: readonly MediaType[], offered = known): Format {
  const header = request.headers.get('content-type') ?? ''
  // Most clients send a media type verbatim, so the header needs no parsing.
  const found = mediaTypeOf(header, known) ?? mediaTypeOf(bodyMediaType(header), known)
  if (found !== undefined) return found.format
  const isOffered = mediaTypeOf(bodyMediaType(header), offered) !== undefined
  throw unsupportedMediaType((isOffered ? known : offered).map(({ type }) => type))
}

/**
 * Checks the media type and the size, and returns the function that decodes the body. The caller validates options between the
 * checks and the decoding.
 * @throws unsupportedMediaType, tooLarge. The returned function throws badRequest.
 */
export function readBody(context: BodyContext): (validation: FieldValidation) => Awaitable<ApiObject> {
  const { request, target, server } = context
  const format = bodyFormat(request, mediaTypesOf(target, server.offered), server.offered)
  const bytes = bodyBytes(request)
  return (validation) => decodeBody(context, bytes, format, validation)
}

function decodeBody(
  context: BodyContext,
  bytes: Uint8Array,
  format: Format,
  validation: FieldValidation,
): Awaitable<ApiObject> {
  const expected = expectedKind(context.target)
  const untyped = untypedRefusal(context.target, expected)
  const unrecognized = (why: string): StatusError =>
    untyped ??
    badRequest(`the object provided is unrecognized (must be of type ${expected.kind}): ${why} (${summary(bytes)})`)
  return andThen(readTyped(bytes, format, expected, unrecognized), (read) =>
    andThen(context.caller.pause?.(), () => decodeTyped(context, read, bytes, validation)),
  )
}

/**
 * The refusal of every unreadable Scale of a custom resource: the scheme of the real server's custom resources lacks the type.
 * Undefined for other targets.
 */
function untypedRefusal(target: Target, { kind }: GroupVersionKind): StatusError | undefined {
  if (target.version.custom === undefined || customOf(target) !== undefined) return undefined
  return badRequest(`no kind is registered for the type v1.${kind} in scheme ${SCHEME}`)
}

function decodeTyped(
  { target, caller, server }: BodyContext,
  read: TypedDocument,
  bytes: Uint8Array,
  validation: FieldValidation,
): Awaitable<ApiObject> {
  const expected = expectedKind(target)
  const custom = customOf(target)
  const unknownFields = { validation, caller }
  if (custom !== undefined) return decodeCustom(custom, read, unknownFields, { bytes, expected })
  const untyped = untypedRefusal(target, expected)
  if (untyped !== undefined && read.actual.kind !== expected.kind) throw untyped
  const isOlder = target.subresource?.olderVersions?.includes(formatGroupVersion(read.actual)) === true
  const actual = isOlder && read.actual.kind === expected.kind ? expected : read.actual
  const refused = (why: string): StatusError =>
    untyped ??
    badRequest(`${actual.kind} in version "${actual.version}" cannot be handled as a ${expected.kind}: ${why}`)
  if (actual.version === '') throw refused(missingVersion(bytes))
  if (!isSame(actual, expected)) {
    const decode = (schema: StructSchema, treated = validation): JsonObject =>
      decodeValue(schema, read, refused, { validation: treated, caller })
    // Few clients send another kind or version.
    return import('./other-body.ts').then(({ refuseOther }) =>
      refuseOther({ catalog: server.catalog, target, actual, expected, refused, decode }),
    )
  }
  const object = decodeValue(schemaOf(target), read, refused, unknownFields)
  const fault = countedAnnotationFault(actual, object)
  if (fault !== undefined) throw refused(fault)
  const apiVersion = formatGroupVersion(expected)
  if (object.kind === expected.kind && object.apiVersion === apiVersion) return object
  const typed = { kind: expected.kind, apiVersion, ...object }
  if (!object.apiVersion) noteUnversioned(typed)
  return typed
}

type TypeWords = Pick<GroupVersionKind, 'kind' | 'version'>

/** Decodes a custom object. A wrong version is refused here; the validation refuses a wrong kind. */
function decodeCustom(
  custom: CustomVersion,
  { actual, value, document: { spelling, faults } }: TypedDocument,
  { validation, caller }: UnknownFields,
  { bytes, expected }: { readonly bytes: Uint8Array; readonly expected: GroupVersionKind },
): ApiObject {
  const refusedAs = ({ kind, version }: TypeWords, why: string): StatusError =>
    badRequest(`${kind} in version "${version}" cannot be handled as a ${expected.kind}: ${why}`)
  if (spelling?.overflow !== undefined) throw refusedAs(actual, overflowFault(spelling.overflow))
  if ((value.kind ?? '') === '') {
    const why = `Object 'Kind' is missing in '${new TextDecoder().decode(bytes)}'`
    throw badRequest(
      `the object provided is unrecognized (must be of type ${expected.kind}): ${why} (${summary(bytes)})`,
    )
  }
  // After the body is read as a map, faults name the type that it contains, even an empty version.
  const named = parseGroupVersion(stringOrEmpty(value.apiVersion)) ?? expected
  const kind = stringOrEmpty(value.kind)
  const refused = (why: string): StatusError => refusedAs({ kind, version: named.version }, why)
  if (value.apiVersion === null) throw refused(nullApiVersion)
  const decoded = readOrRefuse(() => custom.read(value, spelling), refused)
  traceDecoding(caller, faults, decoded.faults)
  const wanted = formatGroupVersion(expected)
  const given = formatGroupVersion(named)
  const all = [...faults, ...decoded.faults]
  if (validation === 'Strict' && all.length > 0) throw refused(strictError(faults, decoded.faults))
  if (validation === 'Warn') for (const fault of all) caller.warn(fault)
  if (given !== wanted) {
    throw badRequest(`the API version in the data (${given}) does not match the expected API version (${wanted})`)
  }
  return decoded.object
}

/** The treatment of unknown and duplicate fields: refused, sent to the caller as warnings, or ignored. */
interface UnknownFields {
  readonly validation: FieldValidation
  readonly caller: Caller
}

interface TypedDocument {
  readonly actual: GroupVersionKind
  /** The value of the document; an empty map when that value is null. */
  readonly value: JsonObject
  readonly document: Document
}

/** Parses the body. `actual` has the kind and version in the body, else the kind and version of the request. */
function readTyped(
  bytes: Uint8Array,
  format: Format,
  expected: GroupVersionKind,
  unrecognized: (why: string) => StatusError,
): Awaitable<TypedDocument> {
  const refused = (error: unknown): never => {
    throw error instanceof Unreadable ? unrecognized(error.message) : error
  }
  let document: Awaitable<Document>
  try {
    document = parseDocument(bytes, format)
  } catch (error) {
    return refused(error)
  }
  if (document instanceof Promise) document = document.catch(refused)
  return andThen(document, (parsed) => typedDocument(parsed, expected, unrecognized))
}

function typedDocument(
  document: Document,
  expected: GroupVersionKind,
  unrecognized: (why: string) => StatusError,
): TypedDocument {
  const fail = (why: string): never => {
    throw unrecognized(why)
  }
  const value = document.value ?? {}
  const fault = typeMetaFault(value)
  if (fault !== undefined || !isObject(value)) return fail(fault ?? '')
  const { apiVersion: version, kind } = typeMetaOf(value)
  if (kind === expected.kind && version === formatGroupVersion(expected)) return { actual: expected, value, document }
  const parsed = parseGroupVersion(version)
  if (parsed === undefined) return fail(`unexpected GroupVersion string: ${version}`)
  const isGiven = parsed.version !== '' || parsed.group !== ''
  const actual = { ...(isGiven ? parsed : expected), kind: kind || expected.kind }
  return {
    actual:
      actual.version === '' && actual.group === expected.group ? { ...actual, version: expected.version } : actual,
    value,
    document,
  }
}

function traceDecoding({ trace }: Caller, duplicates: readonly string[], unknown: readonly string[]): void {
  const count = duplicates.length + unknown.length
  if (count === 0) trace.stage('decoding', 'every field is known')
  else trace.stage('decoding', `${count} unknown or duplicate fields`, () => [...duplicates, ...unknown])
}

const missingVersion = (bytes: Uint8Array): string =>
  `Object 'apiVersion' is missing in '${new TextDecoder().decode(bytes)}'`

/** Go's summary of a body that it could not read. */
function summary(bytes: Uint8Array): string {
  if (bytes.length === 0) return '<empty>'
  const start = bytes.subarray(0, 30)
  const text = bytes[0] === 0x7b ? new TextDecoder().decode(start) : toHex(start)
  return bytes.length > 30 ? `${text} ...` : text
}

function decodeValue(
  schema: StructSchema,
  { value, document: { spelling, message, faults } }: TypedDocument,
  refused: (why: string) => Error,
  { validation, caller }: UnknownFields,
): JsonObject {
  const decoded = decodeOrRefuse(schema, { value, spelling, message }, refused)
  traceDecoding(caller, faults, decoded.faults)
  if (faults.length === 0 && decoded.faults.length === 0) return decoded.object
  const all = [...faults, ...(spelling === undefined && faults.length > 0 ? sorted(decoded.faults) : decoded.faults)]
  if (validation === 'Strict') throw refused(strictError(faults, all.slice(faults.length)))
  if (validation === 'Warn') for (const fault of all) caller.warn(fault)
  return decoded.object
}

/** DeleteOptions in the body; undefined without a body. Any fault in them is a 500, as recorded. */
export async function readDeleteBody(context: BodyContext): Promise<JsonObject | undefined> {
  const { request, server } = context
  const bytes = bodyBytes(request)
  if (bytes.length === 0) return undefined
  const format = bodyFormat(request, server.offered)
  const expected = { group: server.dialect.spell('meta.{domain}'), version: 'v1', kind: 'DeleteOptions' }
  const { actual, value, document } = await readTyped(bytes, format, expected, (why) => plainError(why))
  if (actual.version === '') throw plainError(missingVersion(bytes))
  const read = (schema: StructSchema): JsonObject => decodeOrRefuse(schema, { ...document, value }, plainError).object
  if (actual.kind === expected.kind) return read(builtinType('apimachinery.pkg.apis.meta.v1.DeleteOptions'))
  // Few clients send another kind.
  const { deleteBodyKind, unregisteredDeleteKind } = await import('./delete-body-kinds.ts')
  const known = deleteBodyKind(actual, expected.group)
  if (known === undefined) throw plainError(unregisteredDeleteKind(actual))
  // The body is decoded as the kind that it names, because faults of that kind are reported first.
  if (known.schema !== undefined) read(known.schema)
  throw plainError(`converting (${known.goType}) to (v1.${expected.kind}): unknown conversion`)
}
