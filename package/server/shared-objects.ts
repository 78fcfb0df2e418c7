import type { ApiObject } from '../../worker/api/object.ts'
import { storedEncoding } from '../../worker/codec/encode.ts'

/** Forks begin with the same bytes. The objects of a store never change, so that all forks read one. */
const objects = new WeakMap<Uint8Array, ApiObject>()

/** Reads a stored value, once for all clusters of the process that have it. @throws Error for a damaged value */
export function sharedObject(value: Uint8Array): ApiObject {
  let object = objects.get(value)
  if (object === undefined) objects.set(value, (object = storedEncoding.decode(value)))
  return object
}
