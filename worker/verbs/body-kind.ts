import type { GroupVersionKind } from '../api/group-version.ts'
import type { ApiObject } from '../api/object.ts'
import type { CustomVersion } from '../resources/resource.ts'
import type { StructSchema } from '../schema/schema.ts'
import type { Target } from './verbs.ts'

/** The kind that bodies for a target must have. */
export function expectedKind({ resource, version, subresource }: Target): GroupVersionKind {
  return subresource?.kind ?? { group: resource.group, version: version.version, kind: resource.kind }
}

export const schemaOf = ({ version, subresource }: Target): StructSchema => subresource?.schema ?? version.schema

/** The custom version that reads the bodies for a target; undefined for built-in types. */
export const customOf = ({ version, subresource }: Target): CustomVersion | undefined =>
  subresource === undefined || subresource.schema === version.schema ? version.custom : undefined

/** Decoded bodies that named no `apiVersion`; the decoder added it. */
const unversionedBodies = new WeakSet<ApiObject>()

/** Records that a body named no `apiVersion`, before or after the decoder adds it. */
export const noteUnversioned = (body: ApiObject): void => void unversionedBodies.add(body)

/**
 * Whether a write of a Scale drops the owners of the replicas. For a Scale without `apiVersion`, the real server finds no type in
 * a custom resource.
 */
export const isUnownedScale = ({ version }: Pick<Target, 'version'>, scale: ApiObject): boolean =>
  version.custom !== undefined && ((scale.apiVersion ?? '') === '' || unversionedBodies.has(scale))

export const isSame = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a.kind === b.kind && a.group === b.group && a.version === b.version

/** The name of the real server's scheme in messages. */
export const SCHEME = '"pkg/api/legacyscheme/scheme.go:30"'
