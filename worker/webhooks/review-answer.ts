import { quote } from '../api/go-format.ts'
import { formatGroupVersion, parseGroupVersion, type GroupVersionKind } from '../api/group-version.ts'
import type { JsonObject } from '../api/json.ts'
import { DecodeError } from '../schema/decode-error.ts'
import { reportedFault } from '../schema/decode-fault.ts'
import { decode } from '../schema/decode.ts'
import type { StructSchema } from '../schema/schema.ts'
import { CallFault } from './backend.ts'
import type { TypedDocument } from './document.ts'

/** The schema of each type that an answer may have; undefined for an unknown type. */
export type KnownTypes = (kind: GroupVersionKind) => StructSchema | undefined

/**
 * Reads an answer, which must have the type `wanted`. An apiVersion or kind that the answer lacks is taken from `wanted`.
 * @throws CallFault with the message of the webhook client in the real server
 */
export function readReview(
  { value, kind: given, apiVersion }: TypedDocument,
  wanted: GroupVersionKind,
  known: KnownTypes,
): JsonObject {
  const version = apiVersion === '' ? wanted : parseGroupVersion(apiVersion)
  if (version === undefined) throw new CallFault(`unexpected GroupVersion string: ${apiVersion}`)
  const actual = { ...version, kind: given === '' ? wanted.kind : given }
  const schema = known(actual)
  if (schema === undefined) {
    const name = formatGroupVersion(actual)
    throw new CallFault(
      `no kind ${quote(actual.kind)} is registered for version ${quote(name)} in scheme "pkg/runtime/scheme.go:100"`,
    )
  }
  // The real server first decodes the answer as the type that the answer names, so decoding errors come before type errors.
  const object = typed(schema, value)
  if (sameKind(actual, wanted)) return object
  throw new CallFault(
    `converting (${actual.version}.${actual.kind}) to (${wanted.version}.${wanted.kind}): unknown conversion`,
  )
}

const sameKind = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a.group === b.group && a.version === b.version && a.kind === b.kind

function typed(schema: StructSchema, value: JsonObject): JsonObject {
  try {
    return decode(schema, value).object
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    // A request without a body loads no names of types for `decode`.
    throw new CallFault(reportedFault(schema, value, error, undefined).message)
  }
}
