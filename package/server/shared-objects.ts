import type { ApiObject } from '../../worker/api/object.ts'
import { storedEncoding } from '../../worker/codec/encode.ts'
import { withVersion } from '../../worker/store/stored-revision.ts'

/** Forks begin with the same bytes. The objects of a store never change, so that all forks read one. */
const objects = new WeakMap<Uint8Array, ApiObject>()

/**
 * Reads a stored value, once for all clusters of the process that have it. A value was stored at one revision, so that
 * they share its version too. @throws Error for a damaged value
 */
export function sharedObject(value: Uint8Array, revision: number): ApiObject {
  let object = objects.get(value)
  if (object === undefined) objects.set(value, (object = withVersion(storedEncoding.decode(value), revision)))
  return object
}
