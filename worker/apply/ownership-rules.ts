import type { GroupVersionKind } from '../api/group-version.ts'
import { formatGroupVersion, parseGroupVersion } from '../api/group-version.ts'
import type { ApiObject } from '../api/object.ts'
import type { Schema } from '../schema/schema.ts'
import type { FieldSet } from './field-set.ts'
import { noFields } from './field-set.ts'
import { mergeTypeOf } from './merge-type.ts'
import { TypedError } from './item-element.ts'
import type { Owner } from './owners.ts'
import type { Versioned, Versions } from './ownership.ts'

/**
 * The rules of field ownership of one resource in one API version: everything that a write needs besides the objects. They are made
 * once for each API version of a resource, and for each of its subresources.
 */
export interface OwnershipRules {
  readonly schema: Schema
  readonly kind: GroupVersionKind
  /** The name of the subresource, or the empty string for the resource itself. */
  readonly subresource: string
  /**
   * Fields that a request cannot set here (status on the resource, spec on `/status`), by version. By default, a request can set
   * every field.
   */
  readonly resetFields?: (apiVersion: string) => FieldSet | undefined
  /** Returns the object in another served version, or undefined for an unserved version. By default, all versions are alike. */
  readonly convert?: (object: ApiObject, apiVersion: string) => { schema: Schema; object: ApiObject } | undefined
  /** The error of an apply that needs a conversion of an object of this kind. Absent when the real server can convert such objects. */
  readonly conversionError?: string
}

export interface ManagerWrite {
  /** The field manager; empty means `unknown`. */
  readonly manager: string
  /** RFC 3339, whole seconds, UTC. */
  readonly time: string
}

/** An owner without fields, whose fields are named in the API version of the rules. */
export function ownerOf(
  { kind, subresource }: OwnershipRules,
  manager: string,
  operation: Owner['operation'],
  time: string | undefined,
): Owner {
  const apiVersion = formatGroupVersion(kind)
  return { manager: manager === '' ? 'unknown' : manager, operation, subresource, apiVersion, time, fields: noFields }
}

export const versioned = ({ schema, kind }: OwnershipRules, value: ApiObject): Versioned => ({
  apiVersion: formatGroupVersion(kind),
  type: mergeTypeOf(schema),
  value,
})

export function versionsOf({ convert, resetFields }: OwnershipRules): Versions {
  return {
    convert(value, apiVersion) {
      if (apiVersion === value.apiVersion) return value
      if (parseGroupVersion(apiVersion) === undefined)
        throw new TypedError(`unexpected GroupVersion string: ${apiVersion}`)
      if (convert === undefined) return { ...value, apiVersion }
      const converted = convert(value.value as ApiObject, apiVersion)
      return converted && { apiVersion, type: mergeTypeOf(converted.schema), value: converted.object }
    },
    resetFields: resetFields ?? (() => undefined),
  }
}
