import type { GroupVersionKind } from '../../api/group-version.ts'
import type { ApiObject } from '../../api/object.ts'
import type { ResourceFacts, ResourceVersion } from '../../resources/resource.ts'
import type { StructSchema } from '../../schema/schema.ts'

/** A version of a resource, with the schema of its bodies, or of the bodies of a subresource. */
export interface Form {
  readonly resource: ResourceFacts
  readonly version: ResourceVersion
  readonly schema: StructSchema
  readonly kind: GroupVersionKind
}

/**
 * Converts an object from one version into another through the storage version. Returns a promise when a conversion webhook is
 * called.
 */
export type VersionConverter = (object: ApiObject, from: Form, to: Form) => ApiObject | Promise<ApiObject>
