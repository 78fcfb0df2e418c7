import type { ApiObject } from '../../worker/api/object.ts'
import { storedEncoding } from '../../worker/codec/encode.ts'
import { withVersion } from '../../worker/store/stored-revision.ts'

/** Decoded objects by their stored bytes, which forks share. Objects of a store never change, so all forks can share one. */
const objects = new WeakMap<Uint8Array, ApiObject>()

/**
 * Decodes a stored value once for all clusters of the process that have it. A value is stored at one revision, so the clusters
 * share its resourceVersion, too.
 * @throws Error for a damaged value
 */
export function sharedObject(value: Uint8Array, revision: number): ApiObject {
  let object = objects.get(value)
  if (object === undefined) objects.set(value, (object = withVersion(storedEncoding.decode(value), revision)))
  return object
}
