import { quote } from '../api/go-format.ts'
import { formatGroupVersion, parseGroupVersion, type GroupVersionKind } from '../api/group-version.ts'
import type { JsonObject } from '../api/json.ts'
import { DecodeError } from '../schema/decode-error.ts'
import { decode } from '../schema/decode.ts'
import type { StructSchema } from '../schema/schema.ts'
import { CallFault } from './backend.ts'
import type { TypedDocument } from './document.ts'

/** The types that an answer may be of: the form of each; undefined where there is no such type. */
export type KnownTypes = (kind: GroupVersionKind) => StructSchema | undefined

/**
 * An answer as the type that is wanted, which it is as well where it does not say what it is.
 * @throws CallFault in the words of the real server's client
 */
export function readReview(
  { value, kind: given, apiVersion }: TypedDocument,
  wanted: GroupVersionKind,
  known: KnownTypes,
): JsonObject {
  const actual = {
    ...(apiVersion === '' ? wanted : (parseGroupVersion(apiVersion) ?? { group: '', version: apiVersion })),
    kind: given === '' ? wanted.kind : given,
  }
  const schema = known(actual)
  if (schema === undefined) {
    const name = formatGroupVersion(actual)
    throw new CallFault(
      `no kind ${quote(actual.kind)} is registered for version ${quote(name)} in scheme "pkg/runtime/scheme.go:100"`,
    )
  }
  // It is read as what it says it is before anybody misses what was wanted.
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
    throw error instanceof DecodeError ? new CallFault(error.message) : error
  }
}
