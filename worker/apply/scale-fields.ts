import type { ManagedFieldsEntry } from '../api/object.ts'
import type { FieldPath } from './field-set.ts'
import { difference, fieldSetOf, has, isEmpty } from './field-set.ts'
import type { Owner } from './owners.ts'
import { decodeOwners, encodeOwners } from './owners.ts'
import { fieldElement } from './path-element.ts'

/**
 * The scale subresource is an object of another kind with one field of its parent. The owners of `spec.replicas` in the scale
 * are the owners of the replicas in the parent.
 */
export interface ScaleMapping {
  /** The apiVersion of the Scale, such as `autoscaling/v1`. */
  readonly scaleVersion: string
  /** The version of the parent in the request. */
  readonly parentVersion: string
  /**
   * The path of the replicas in a version of the parent; null for a version without scale, undefined for an unserved version.
   */
  readonly replicasPath: (apiVersion: string) => readonly string[] | null | undefined
}

const scaleReplicas: FieldPath = ['spec', 'replicas'].map(fieldElement)

function pathIn({ replicasPath }: ScaleMapping, apiVersion: string): FieldPath | null | undefined {
  const path = replicasPath(apiVersion)
  return path === undefined || path === null ? path : path.map(fieldElement)
}

/** The managedFields of the scale: the parent's owners of replicas. */
export function scaleOwners(
  mapping: ScaleMapping,
  parent: ManagedFieldsEntry[] | undefined,
): ManagedFieldsEntry[] | undefined {
  const out = new Map<string, Owner>()
  for (const [id, owner] of decodeOwners(parent)) {
    const path = pathIn(mapping, owner.apiVersion)
    if (path === undefined || path === null || !has(owner.fields, path)) continue
    out.set(id, { ...owner, apiVersion: mapping.scaleVersion, fields: fieldSetOf(scaleReplicas), entry: undefined })
  }
  return encodeOwners(out)
}

/**
 * The parent's managedFields after a write to its scale: the scale's owners of the replicas replace the parent's. An owner that
 * is new to the parent has no time, as in the real server.
 */
export function parentOwners(
  mapping: ScaleMapping,
  parent: ManagedFieldsEntry[] | undefined,
  scale: ManagedFieldsEntry[] | undefined,
): ManagedFieldsEntry[] | undefined {
  const before = decodeOwners(parent)
  const after = new Map(decodeOwners(scale))
  const out = new Map<string, Owner>()
  for (const [id, owner] of before) {
    const path = pathIn(mapping, owner.apiVersion)
    if (path === undefined) continue
    if (path === null || !has(owner.fields, path) || after.delete(id)) {
      out.set(id, owner)
      continue
    }
    const fields = difference(owner.fields, fieldSetOf(path))
    if (!isEmpty(fields)) out.set(id, { ...owner, fields, entry: undefined })
  }
  const path = pathIn(mapping, mapping.parentVersion) ?? []
  for (const [id, owner] of after) {
    if (!has(owner.fields, scaleReplicas)) continue
    const time = before.get(id)?.time
    out.set(id, { ...owner, apiVersion: mapping.parentVersion, time, fields: fieldSetOf(path), entry: undefined })
  }
  return encodeOwners(out)
}
