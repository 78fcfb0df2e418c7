import type { Json } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import type { GroupVersionResource } from '../client/group-version-resource.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { controllerOf, controllerReference, isBeingDeleted } from '../object-parts.ts'
import { together } from './slow-start.ts'

/** An owner and the objects that it may control. */
export interface ClaimOptions {
  readonly objects: ObjectClient
  readonly owner: ApiObject
  readonly ownerResource: GroupVersionResource
  /** The resource of the claimed objects. */
  readonly resource: GroupVersionResource
  /** Whether the owner should control the object, regardless of its current controller. */
  readonly isWanted: (object: ApiObject) => boolean
  /** Finalizers added on adoption and removed on release. */
  readonly finalizers?: readonly string[]
}

/**
 * Returns the objects that the owner controls and wants, after adoption and release. An object without a controller is
 * adopted when it is wanted; an unwanted one is released. An owner that is being deleted does neither.
 */
export async function claimObjects(options: ClaimOptions, objects: Iterable<ApiObject>): Promise<ApiObject[]> {
  const { owner, isWanted } = options
  const isOwnerDeleted = isBeingDeleted(owner)
  const mine: ApiObject[] = []
  const writes: Promise<void>[] = []
  let isOwnerCurrent: Promise<boolean> | undefined
  for (const object of objects) {
    const controller = controllerOf(object)
    if (controller?.uid === owner.metadata?.uid) {
      if (isWanted(object)) mine.push(object)
      else if (!isOwnerDeleted) writes.push(release(options, object))
    } else if (controller === undefined && !isOwnerDeleted && isWanted(object) && !isBeingDeleted(object)) {
      isOwnerCurrent ??= isCurrent(options)
      writes.push(
        isOwnerCurrent.then(async (isCurrentOwner) => {
          const adopted = isCurrentOwner ? await adopt(options, object) : undefined
          if (adopted !== undefined) mine.push(adopted)
        }),
      )
    }
  }
  if (writes.length > 0) await together(writes)
  return mine
}

/** Adoption needs a fresh read: the stored owner may be another object of that name, or an owner that is being deleted. */
async function isCurrent({ objects, owner, ownerResource }: ClaimOptions): Promise<boolean> {
  const stored = await objects.get(ownerResource, namespacedName(owner))
  return stored !== undefined && stored.metadata?.uid === owner.metadata?.uid && !isBeingDeleted(stored)
}

/** Makes `owner` the controller of the object. Returns the stored object; undefined when it does not exist any more. */
async function adopt(options: ClaimOptions, object: ApiObject): Promise<ApiObject | undefined> {
  const { owner, finalizers } = options
  return patched(options, object, {
    uid: object.metadata?.uid ?? '',
    ownerReferences: [controllerReference(owner)],
    ...(finalizers !== undefined && { finalizers: [...finalizers] }),
  })
}

async function release(options: ClaimOptions, object: ApiObject): Promise<void> {
  const { owner, finalizers } = options
  try {
    await patched(options, object, {
      uid: object.metadata?.uid ?? '',
      ownerReferences: [{ $patch: 'delete', uid: owner.metadata?.uid ?? '' }],
      ...(finalizers !== undefined && { '$deleteFromPrimitiveList/finalizers': [...finalizers] }),
    })
  } catch (error) {
    // Another object has the name, or the reference is already removed.
    if (!wasRefused(error, 'Invalid')) throw error
  }
}

async function patched(
  { objects, resource }: ClaimOptions,
  object: ApiObject,
  metadata: { [key: string]: Json },
): Promise<ApiObject | undefined> {
  try {
    return await objects.patch(resource, namespacedName(object), 'strategic', { metadata })
  } catch (error) {
    if (wasRefused(error, 'NotFound')) return undefined
    throw error
  }
}
