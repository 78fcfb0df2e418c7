import type { ApiObject, OwnerReference } from '../../api/object.ts'
import { textAt } from '../../resources/path.ts'
import { controllerReference } from '../object-parts.ts'
import { isInRange, membershipOf } from './stateful-set-pods.ts'

const POLICY = 'spec.persistentVolumeClaimRetentionPolicy'

/** Whether claims go with the set, or with pods that are no longer asked for. */
const goesWhen = (set: ApiObject, moment: 'whenDeleted' | 'whenScaled'): boolean =>
  textAt(set, `${POLICY}.${moment}`) === 'Delete'

const ownersOf = ({ metadata }: ApiObject): readonly OwnerReference[] => metadata?.ownerReferences ?? []

/** Matches the owner by name, whether the uid is that of the same object or a former one. */
const means = (reference: OwnerReference, { apiVersion, kind, metadata }: ApiObject): boolean =>
  reference.apiVersion === apiVersion && reference.kind === kind && reference.name === metadata?.name

/** A claim of a former owner of the name. */
function isOfFormer(claim: ApiObject, owner: ApiObject): boolean {
  const reference = ownersOf(claim).find((one) => means(one, owner))
  return reference !== undefined && reference.uid !== (owner.metadata?.uid ?? '')
}

/** A pod cannot be made while the claim of the pod before it is still on its way out. */
export const isStale = (claim: ApiObject, set: ApiObject, pod: ApiObject): boolean =>
  goesWhen(set, 'whenScaled') && isOfFormer(claim, pod)

/** Another owner controls a claim that should be deleted with the set or its pods. */
export function hasOtherController(claim: ApiObject, set: ApiObject, pod: ApiObject): boolean {
  if (!goesWhen(set, 'whenDeleted') && !goesWhen(set, 'whenScaled')) return false
  return ownersOf(claim).some((reference) => {
    const ours = [set, pod].find((owner) => means(reference, owner))
    return ours === undefined ? reference.controller === true : reference.uid !== (ours.metadata?.uid ?? '')
  })
}

/**
 * The owner references that a claim should have under the retention policy; undefined when they are correct, or refer
 * to a former set or pod of the name, which the garbage collector handles.
 */
export function desiredOwners(claim: ApiObject, set: ApiObject, pod: ApiObject): OwnerReference[] | undefined {
  if (isOfFormer(claim, set) || isOfFormer(claim, pod)) return undefined
  const owners = ownersOf(claim)
  const mine = owners.filter(({ uid }) => uid === set.metadata?.uid || uid === pod.metadata?.uid)
  const others = owners.filter((reference) => !means(reference, set) && !means(reference, pod))
  if (hasOtherController(claim, set, pod)) return mine.length > 0 ? others : undefined
  const isScaledDown = !isInRange(set, membershipOf(pod).ordinal)
  const goesWithPod = goesWhen(set, 'whenScaled') && isScaledDown
  const goesWithSet = goesWhen(set, 'whenDeleted') && !goesWithPod
  const wanted = [...(goesWithSet ? [set] : []), ...(goesWithPod ? [pod] : [])]
  const isRight =
    mine.length === wanted.length &&
    mine.every(({ uid, controller }) => controller === true && wanted.some(({ metadata }) => metadata?.uid === uid))
  return isRight ? undefined : [...others, ...wanted.map(controllerReference)]
}
