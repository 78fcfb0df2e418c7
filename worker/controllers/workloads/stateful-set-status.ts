import type { Int64 } from '../../api/int64.ts'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { integerAt, numberAt, textAt } from '../../resources/path.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { isAvailable, isReady } from '../pod-states.ts'
import { revisionLabelOf } from './controller-history.ts'
import { replicasOf } from './stateful-set-pods.ts'

/** Whether the server has created the pod: a pod that is only planned has no phase. */
export const isCreated = (pod: ApiObject): boolean => textAt(pod, 'status.phase') !== ''
export const isRunningAndReady = (pod: ApiObject): boolean => textAt(pod, 'status.phase') === 'Running' && isReady(pod)
export const isHealthy = (pod: ApiObject): boolean => isRunningAndReady(pod) && !isBeingDeleted(pod)

/** The names of the current and the update revision. */
export interface Revisions {
  readonly current: string
  readonly update: string
  readonly collisionCount: number
}

export interface StatefulSetStatus extends JsonObject {
  observedGeneration: Int64
  replicas: number
  readyReplicas: number
  currentReplicas: number
  updatedReplicas: number
  currentRevision: string
  updateRevision: string
  collisionCount: number
  availableReplicas: number
}

export function statusOf(
  set: ApiObject,
  pods: readonly ApiObject[],
  { current, update, collisionCount }: Revisions,
  now: number,
): StatefulSetStatus {
  const count = (counts: (pod: ApiObject) => boolean): number => pods.filter(counts).length
  const minReadySeconds = numberAt(set, 'spec.minReadySeconds')
  const ofRevision = (name: string): number =>
    count((pod) => isCreated(pod) && !isBeingDeleted(pod) && revisionLabelOf(pod) === name)
  return {
    observedGeneration: set.metadata?.generation ?? 0,
    replicas: count(isCreated),
    readyReplicas: count(isRunningAndReady),
    currentReplicas: ofRevision(current),
    updatedReplicas: ofRevision(update),
    currentRevision: current,
    updateRevision: update,
    collisionCount,
    availableReplicas: count((pod) => isRunningAndReady(pod) && isAvailable(pod, minReadySeconds, now)),
  }
}

/** In a rolling update, the update revision becomes the current one when all pods are ready and have it. */
export function completed(set: ApiObject, status: StatefulSetStatus): StatefulSetStatus {
  const { replicas, readyReplicas, updatedReplicas, updateRevision } = status
  const isComplete = [replicas, readyReplicas, updatedReplicas].every((number) => number === replicasOf(set))
  if (!isComplete || textAt(set, 'spec.updateStrategy.type') !== 'RollingUpdate') return status
  return { ...status, currentReplicas: updatedReplicas, currentRevision: updateRevision }
}

const NUMBERS = ['replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'] as const
const NAMES = ['currentRevision', 'updateRevision'] as const

/** Whether the status changed. A collision count alone causes no write. */
export const isStatusChanged = (set: ApiObject, status: StatefulSetStatus): boolean =>
  status.observedGeneration > integerAt(set, 'status.observedGeneration') ||
  NUMBERS.some((field) => status[field] !== numberAt(set, `status.${field}`)) ||
  NAMES.some((field) => status[field] !== textAt(set, `status.${field}`))
