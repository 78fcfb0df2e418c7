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
  /** Of the objects that are claimed. */
  readonly kind: GroupVersionResource
  /** Whether an object should be the owner's, whoever controls it now. */
  readonly isWanted: (object: ApiObject) => boolean
  /** Put on what is adopted, taken from what is released. */
  readonly finalizers?: readonly string[]
}

/**
 * Which of the objects are the owner's, as they are then: those that it controls and wants. One that nobody controls is
 * adopted where it is wanted, one that is no longer wanted is released; an owner that is being deleted does neither.
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

/** What is adopted belongs to the owner that is stored, which may be another of that name by now, or on its way out. */
async function isStored({ objects, owner, ownerKind }: Claim): Promise<boolean> {
  const stored = await objects.get(ownerKind, namespacedName(owner))
  return stored !== undefined && stored.metadata?.uid === owner.metadata?.uid && !isBeingDeleted(stored)
}

/** Undefined where it is gone. */
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
    // Another object has its name, or it has lost the reference already.
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
