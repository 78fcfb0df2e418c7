import { isObject, objectOrEmpty, stringOrEmpty, type JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { ensuredObject } from '../resources/path.ts'

/** The container lists of a pod's spec, in the order in which the real server visits them. */
export type ContainerList = 'initContainers' | 'containers' | 'ephemeralContainers'

export const CONTAINER_LISTS: readonly ContainerList[] = ['initContainers', 'containers', 'ephemeralContainers']

/** The spec of an object, which plugins read or change in place. */
export const specOf = (object: ApiObject | undefined): JsonObject =>
  object === undefined ? {} : ensuredObject(object, 'spec')

export const objectsOf = (holder: JsonObject, key: string): readonly JsonObject[] => {
  const list = holder[key]
  if (!Array.isArray(list)) return []
  return list.every(isObject) ? list : list.filter(isObject)
}

export const objectOf = (holder: JsonObject, key: string): JsonObject => {
  const value = holder[key]
  return objectOrEmpty(value)
}

export const textOf = (holder: JsonObject, key: string): string => stringOrEmpty(holder[key])

export function containersOf(spec: JsonObject, lists = CONTAINER_LISTS): readonly JsonObject[] {
  return lists.flatMap((list) => objectsOf(spec, list))
}
