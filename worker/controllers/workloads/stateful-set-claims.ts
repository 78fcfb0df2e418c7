import type { ApiObject, OwnerReference } from '../../api/object.ts'
import { textAt } from '../../resources/path.ts'
import { controllerReference } from '../object-parts.ts'
import { isInRange, membershipOf } from './stateful-set-pods.ts'

const POLICY = 'spec.persistentVolumeClaimRetentionPolicy'

/** Whether the retention policy deletes the claims with the set, or with excess pods. */
const deletesClaims = (set: ApiObject, moment: 'whenDeleted' | 'whenScaled'): boolean =>
  textAt(set, `${POLICY}.${moment}`) === 'Delete'

const ownersOf = ({ metadata }: ApiObject): readonly OwnerReference[] => metadata?.ownerReferences ?? []

/** Whether a reference names this owner, or a former object of the same name with another uid. */
const namesOwner = (reference: OwnerReference, { apiVersion, kind, metadata }: ApiObject): boolean =>
  reference.apiVersion === apiVersion && reference.kind === kind && reference.name === metadata?.name

/** Whether a former object of the same name owns the claim. */
function isOfFormer(claim: ApiObject, owner: ApiObject): boolean {
  const reference = ownersOf(claim).find((one) => namesOwner(one, owner))
  return reference !== undefined && reference.uid !== (owner.metadata?.uid ?? '')
}

/** Whether the claim of a former pod is still to be deleted. The new pod is created after that deletion. */
export const isStale = (claim: ApiObject, set: ApiObject, pod: ApiObject): boolean =>
  deletesClaims(set, 'whenScaled') && isOfFormer(claim, pod)

/** Whether the retention policy would delete the claim, but another owner, or a former set or pod of the same name, owns it. */
export function hasOtherController(claim: ApiObject, set: ApiObject, pod: ApiObject): boolean {
  if (!deletesClaims(set, 'whenDeleted') && !deletesClaims(set, 'whenScaled')) return false
  return ownersOf(claim).some((reference) => {
    const ours = [set, pod].find((owner) => namesOwner(reference, owner))
    return ours === undefined ? reference.controller === true : reference.uid !== (ours.metadata?.uid ?? '')
  })
}

/**
 * The owner references that a claim should have under the retention policy; undefined when they are correct, or refer to a
 * former set or pod of the same name, which the garbage collector handles.
 */
export function desiredOwners(claim: ApiObject, set: ApiObject, pod: ApiObject): OwnerReference[] | undefined {
  if (isOfFormer(claim, set) || isOfFormer(claim, pod)) return undefined
  const owners = ownersOf(claim)
  const mine = owners.filter(({ uid }) => uid === set.metadata?.uid || uid === pod.metadata?.uid)
  const others = owners.filter((reference) => !namesOwner(reference, set) && !namesOwner(reference, pod))
  if (hasOtherController(claim, set, pod)) return mine.length > 0 ? others : undefined
  const isScaledDown = !isInRange(set, membershipOf(pod).ordinal)
  const goesWithPod = deletesClaims(set, 'whenScaled') && isScaledDown
  const goesWithSet = deletesClaims(set, 'whenDeleted') && !goesWithPod
  const wanted = [...(goesWithSet ? [set] : []), ...(goesWithPod ? [pod] : [])]
  const isCorrect =
    mine.length === wanted.length &&
    mine.every(({ uid, controller }) => controller === true && wanted.some(({ metadata }) => metadata?.uid === uid))
  return isCorrect ? undefined : [...others, ...wanted.map(controllerReference)]
}
