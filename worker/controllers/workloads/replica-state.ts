import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatTime } from '../../clock/clock.ts'
import { equalJson } from '../../patch/json-values.ts'
import { integerAt, listAt, numberAt, valueAt } from '../../resources/path.ts'
import { conditionOf, isAvailable, isReady } from '../pod-states.ts'
import { errorMessage } from '../../runtime/error-message.ts'

export interface Observed {
  /** The active pods of the set, from before the sync created or deleted pods. */
  readonly pods: readonly ApiObject[]
  /** The error of a pod creation or deletion; undefined when none failed. */
  readonly failure: unknown
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The new status of a replica set or replication controller; undefined when it is unchanged. */
export function replicaStatus(set: ApiObject, { pods, failure, now }: Observed): JsonObject | undefined {
  const minReadySeconds = numberAt(set, 'spec.minReadySeconds')
  const templateLabels = Object.entries(objectOrEmpty(valueAt(set, 'spec.template.metadata.labels')))
  const count = (counts: (pod: ApiObject) => boolean): number => pods.filter(counts).length
  const isLabeled = ({ metadata }: ApiObject): boolean =>
    templateLabels.every(([key, value]) => metadata?.labels?.[key] === value)
  const status: JsonObject = {
    replicas: pods.length,
    fullyLabeledReplicas: count(isLabeled),
    readyReplicas: count(isReady),
    availableReplicas: count((pod) => isAvailable(pod, minReadySeconds, now)),
    observedGeneration: set.metadata?.generation ?? 0,
  }
  const conditions = replicaConditions(set, { pods, failure, now })
  const isSame =
    Object.keys(status).every((key) => integerAt(set, `status.${key}`) === status[key]) &&
    isObject(set['status']) &&
    equalJson(conditions, [...listAt(set, 'status.conditions')])
  return isSame ? undefined : { ...status, ...(conditions.length > 0 && { conditions }) }
}

function replicaConditions(set: ApiObject, { pods, failure, now }: Observed): JsonObject[] {
  const conditions = listAt(set, 'status.conditions').filter(isObject)
  const known = conditionOf(set, 'ReplicaFailure')
  if (failure === undefined) return conditions.filter((condition) => condition !== known)
  if (known !== undefined) return conditions
  const missing = numberAt(set, 'spec.replicas') - pods.length
  const condition = { type: 'ReplicaFailure', status: 'True', lastTransitionTime: formatTime(now) }
  const reason = missing > 0 ? 'FailedCreate' : 'FailedDelete'
  return [...conditions, { ...condition, ...(missing !== 0 && { reason }), message: errorMessage(failure) }]
}
