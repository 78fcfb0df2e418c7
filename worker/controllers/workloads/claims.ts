import type { Json } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import type { GroupVersionResource } from '../client/group-version-resource.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { controllerOf, controllerReference, isBeingDeleted } from '../object-parts.ts'
import { together } from './slow-start.ts'

export interface Claim {
  readonly objects: ObjectClient
  readonly owner: ApiObject
  readonly ownerKind: GroupVersionResource
  /** The resource of the claimed objects. */
  readonly kind: GroupVersionResource
  /** Whether the owner should control the object, regardless of its present controller. */
  readonly isWanted: (object: ApiObject) => boolean
  /** Finalizers added on adoption and removed on release. */
  readonly finalizers?: readonly string[]
}

/**
 * Returns the objects that the owner controls and wants, after adoption and release. An object without a controller is
 * adopted when it is wanted; an unwanted one is released. An owner that is being deleted does neither.
 */
export async function claimed(claim: Claim, objects: Iterable<ApiObject>): Promise<ApiObject[]> {
  const { owner, isWanted } = claim
  const isLeaving = isBeingDeleted(owner)
  const mine: ApiObject[] = []
  const writes: Promise<void>[] = []
  let isStillThere: Promise<boolean> | undefined
  for (const object of objects) {
    const controller = controllerOf(object)
    if (controller?.uid === owner.metadata?.uid) {
      if (isWanted(object)) mine.push(object)
      else if (!isLeaving) writes.push(release(claim, object))
    } else if (controller === undefined && !isLeaving && isWanted(object) && !isBeingDeleted(object)) {
      isStillThere ??= isStored(claim)
      writes.push(
        isStillThere.then(async (isThere) => {
          const adopted = isThere ? await adopt(claim, object) : undefined
          if (adopted !== undefined) mine.push(adopted)
        }),
      )
    }
  }
  if (writes.length > 0) await together(writes)
  return mine
}

/** Adoption needs a fresh read: the stored owner may be another object of that name, or an owner that is being deleted. */
async function isStored({ objects, owner, ownerKind }: Claim): Promise<boolean> {
  const stored = await objects.get(ownerKind, namespacedName(owner))
  return stored !== undefined && stored.metadata?.uid === owner.metadata?.uid && !isBeingDeleted(stored)
}

/** @returns undefined when the object is gone */
async function adopt(claim: Claim, object: ApiObject): Promise<ApiObject | undefined> {
  const { owner, finalizers } = claim
  return patched(claim, object, {
    uid: object.metadata?.uid ?? '',
    ownerReferences: [controllerReference(owner)],
    ...(finalizers !== undefined && { finalizers: [...finalizers] }),
  })
}

async function release(claim: Claim, object: ApiObject): Promise<void> {
  const { owner, finalizers } = claim
  try {
    await patched(claim, object, {
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
  { objects, kind }: Claim,
  object: ApiObject,
  metadata: { [key: string]: Json },
): Promise<ApiObject | undefined> {
  try {
    return await objects.patch(kind, namespacedName(object), 'strategic', { metadata })
  } catch (error) {
    if (wasRefused(error, 'NotFound')) return undefined
    throw error
  }
}
