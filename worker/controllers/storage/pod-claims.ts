import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { hasFinished } from '../pod-states.ts'
import { isBeingDeleted } from '../object-parts.ts'

interface PodClaim {
  /** The name of the claim, in the namespace of the pod. */
  readonly name: string
  /** The template of an ephemeral claim. */
  readonly template: JsonObject | undefined
  /** The name of the volume in the pod. */
  readonly volume: string
}

/** The claims that a pod uses as volumes. */
export function claimsOf(pod: ApiObject): PodClaim[] {
  return listAt(pod, 'spec.volumes')
    .filter(isObject)
    .flatMap((volume): PodClaim[] => {
      const { persistentVolumeClaim, ephemeral } = volume
      const inPod = textAt(volume, 'name')
      if (isObject(persistentVolumeClaim)) {
        return [{ name: textAt(persistentVolumeClaim, 'claimName'), template: undefined, volume: inPod }]
      }
      if (!isObject(ephemeral)) return []
      const { volumeClaimTemplate } = ephemeral
      const template = objectOrEmpty(volumeClaimTemplate)
      return [{ name: `${pod.metadata?.name ?? ''}-${inPod}`, template, volume: inPod }]
    })
}

/** Whether a claim was created for an ephemeral volume of the pod. */
export const isMadeFor = (claim: ApiObject, pod: ApiObject): boolean =>
  (claim.metadata?.ownerReferences ?? []).some(
    ({ controller, uid }) => controller === true && uid === pod.metadata?.uid,
  )

/** Whether the pod has finished, or is being deleted and has no running containers any more. */
export function isTerminated(pod: ApiObject): boolean {
  if (hasFinished(pod)) return true
  if (!isBeingDeleted(pod)) return false
  return listAt(pod, 'status.containerStatuses')
    .filter(isObject)
    .every(({ state }) => isObject(state) && (state['terminated'] !== undefined || state['waiting'] !== undefined))
}
