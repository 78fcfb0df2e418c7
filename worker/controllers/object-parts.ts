import type { Json, JsonObject } from '../api/json.ts'
import { objectOrEmpty } from '../api/json.ts'
import type { ApiObject, OwnerReference } from '../api/object.ts'

/** The member of an object when the member is an object; else an empty object. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const part = object[key]
  return objectOrEmpty(part)
}

/** The name of an object; empty without one. */
export const nameOf = ({ metadata }: ApiObject): string => metadata?.name ?? ''

export const hasFinalizer = ({ metadata }: ApiObject, finalizer: string): boolean =>
  metadata?.finalizers?.includes(finalizer) === true

export const isBeingDeleted = ({ metadata }: ApiObject): boolean => metadata?.deletionTimestamp !== undefined

export const controllerOf = ({ metadata }: ApiObject): OwnerReference | undefined =>
  metadata?.ownerReferences?.find(({ controller }) => controller === true)

/** The owner reference in an object that this object controls. */
export function controllerReference({ apiVersion = '', kind = '', metadata }: ApiObject): OwnerReference {
  const { name = '', uid = '' } = metadata ?? {}
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }
}

/** The time of a timestamp, in milliseconds since 1970; undefined when the value is not a timestamp. */
export function timeOf(value: Json | undefined): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}
