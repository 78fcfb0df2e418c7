import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject, OwnerReference } from '../api/object.ts'
import type { Place } from './controller.ts'

export { placeOf } from './objects.ts'

/** What queues know an object by. */
export const keyOf = ({ metadata }: ApiObject): string => `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`

export function placeOfKey(key: string): Place {
  const slash = key.indexOf('/')
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) }
}

/** The object under a key, as it is; an empty one where there is none. */
export function partOf(object: JsonObject, key: string): JsonObject {
  const part = object[key]
  return isObject(part) ? part : {}
}

export const isBeingDeleted = ({ metadata }: ApiObject): boolean => metadata?.deletionTimestamp !== undefined

export const controllerOf = ({ metadata }: ApiObject): OwnerReference | undefined =>
  metadata?.ownerReferences?.find(({ controller }) => controller === true)

/** What an object that this one controls says of it. */
export function controllerReference({ apiVersion = '', kind = '', metadata }: ApiObject): OwnerReference {
  const { name = '', uid = '' } = metadata ?? {}
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }
}

/** Milliseconds since 1970; undefined where it is no time. */
export function timeOf(value: Json | undefined): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}
