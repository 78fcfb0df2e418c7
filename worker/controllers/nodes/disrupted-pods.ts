import type { JsonObject } from '../../api/json.ts'
import { transitionTime } from '../../api/condition.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Clock } from '../../clock/clock.ts'
import { formatTime } from '../../clock/clock.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { PODS } from '../kinds.ts'
import { conditionOf } from '../pod-states.ts'

/** The reason and message of the condition DisruptionTarget. */
export interface Disruption {
  readonly reason: string
  readonly message: string
}

/** The DisruptionTarget condition; undefined when the pod has it already. */
export function disruptionCondition(
  pod: ApiObject,
  { reason, message }: Disruption,
  clock: Clock,
): JsonObject | undefined {
  const present = conditionOf(pod, 'DisruptionTarget')
  const isSame = present?.['status'] === 'True' && present['reason'] === reason && present['message'] === message
  if (isSame) return undefined
  return {
    type: 'DisruptionTarget',
    status: 'True',
    lastTransitionTime: transitionTime(present, 'True', formatTime(clock.now())),
    reason,
    message,
  }
}

/** Patches the status with the uid as a precondition, so that a new pod of the same name is unaffected. */
export async function patchPodStatus(objects: ObjectClient, pod: ApiObject, status: JsonObject): Promise<void> {
  const { uid = '' } = pod.metadata ?? {}
  await objects.patchStatus(PODS, namespacedName(pod), 'strategic', { metadata: { uid }, status })
}
