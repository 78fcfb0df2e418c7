import { formatGroupVersion, type GroupVersionKind } from '../api/group-version.ts'
import type { JsonObject } from '../api/json.ts'
import { badRequest, type StatusError } from '../api/status.ts'
import { countedAnnotationFault } from '../resources/apps/counted-annotations.ts'
import type { Catalog } from '../resources/resource.ts'
import type { StructSchema } from '../schema/schema.ts'
import { schemaOf } from '../verbs/body-kind.ts'
import { goTypeName, internalName, isKnownKind, notRegistered, schemaOfKind } from '../verbs/other-kinds.ts'
import type { FieldValidation, Target } from '../verbs/verbs.ts'

interface OtherBody {
  readonly catalog: Catalog
  readonly target: Target
  /** The type that the body names. */
  readonly actual: GroupVersionKind
  /** The type of the target. */
  readonly expected: GroupVersionKind
  readonly refused: (why: string) => StatusError
  /** Decodes the body; without `validation`, as the request wants its unknown fields treated. */
  decode(schema: StructSchema, validation?: FieldValidation): JsonObject
}

/** Refuses a body that names another kind or version than its target. Faults of the body itself are reported first. */
export function refuseOther({ catalog, target, actual, expected, refused, decode }: OtherBody): never {
  if (!isKnownKind(catalog, actual, expected)) throw refused(notRegistered(actual))
  if (actual.kind !== expected.kind) {
    const other = schemaOfKind(catalog, actual)
    if (other !== undefined) decode(other, 'Ignore')
    throw refused(`converting (${goTypeName(actual)}) to (${internalName(expected)}): unknown conversion`)
  }
  // A body of another version is checked against the schema of that version.
  const object = decode(catalog.byKind(actual)?.version.schema ?? schemaOf(target))
  const fault = countedAnnotationFault(actual, object)
  if (fault !== undefined) throw refused(fault)
  const [given, wanted] = [formatGroupVersion(actual), formatGroupVersion(expected)]
  throw badRequest(`the API version in the data (${given}) does not match the expected API version (${wanted})`)
}
