import { isObject } from '../../api/json.ts'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { hasFinished } from '../pod-states.ts'
import { isBeingDeleted } from '../object-parts.ts'

interface PodClaim {
  /** Of the claim, in the namespace of the pod. */
  readonly name: string
  /** The claim is made for the pod, by this template. */
  readonly template: JsonObject | undefined
  /** Of the volume in the pod. */
  readonly volume: string
}

/** The claims that the volumes of a pod are. */
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
      const template = isObject(volumeClaimTemplate) ? volumeClaimTemplate : {}
      return [{ name: `${pod.metadata?.name ?? ''}-${inPod}`, template, volume: inPod }]
    })
}

/** Whether a claim with the name of an ephemeral claim was created for the pod. */
export const isMadeFor = (claim: ApiObject, pod: ApiObject): boolean =>
  (claim.metadata?.ownerReferences ?? []).some(
    ({ controller, uid }) => controller === true && uid === pod.metadata?.uid,
  )

/** Nothing of the pod runs any more. */
export function isTerminated(pod: ApiObject): boolean {
  if (hasFinished(pod)) return true
  if (!isBeingDeleted(pod)) return false
  return listAt(pod, 'status.containerStatuses')
    .filter(isObject)
    .every(({ state }) => isObject(state) && (state['terminated'] !== undefined || state['waiting'] !== undefined))
}
