import type { ApiObject } from '../../worker/api/object.ts'

/** The object without its resourceVersion. Like kubectl, the commands that create an object from a file send no version. */
export function unversioned(object: ApiObject): ApiObject {
  if (typeof object.metadata?.resourceVersion !== 'string') return object
  const { resourceVersion: _, ...metadata } = object.metadata
  return { ...object, metadata }
}
