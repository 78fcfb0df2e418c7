import type { ApiObject } from '../../api/object.ts'
import type { GroupVersionResource } from '../client/group-version-resource.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { hasFinalizer, isBeingDeleted } from '../object-parts.ts'

/** A finalizer that keeps a deleted object while it is in use. */
interface Protection {
  readonly resource: GroupVersionResource
  readonly finalizer: string
}

/** Whether the finalizer may have to be added or removed. */
export const needsChange = ({ finalizer }: Protection, object: ApiObject): boolean =>
  hasFinalizer(object, finalizer) === isBeingDeleted(object)

/** Adds a missing finalizer, and removes it from a deleted object that is no longer in use. */
export async function protect(
  { resource, finalizer }: Protection,
  object: ApiObject,
  objects: ObjectClient,
  isUsed: () => boolean,
): Promise<void> {
  const finalizers = object.metadata?.finalizers ?? []
  if (isBeingDeleted(object)) {
    if (!hasFinalizer(object, finalizer) || isUsed()) return
    await write(finalizers.filter((one) => one !== finalizer))
  } else if (!hasFinalizer(object, finalizer)) await write([...finalizers, finalizer])

  async function write(wanted: string[]): Promise<void> {
    await objects.update(resource, { ...object, metadata: { ...object.metadata, finalizers: wanted } })
  }
}
