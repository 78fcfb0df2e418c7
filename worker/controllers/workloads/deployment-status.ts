import type { Int64 } from '../../api/int64.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { quote } from '../../api/go-format.ts'
import { formatTime } from '../../clock/clock.ts'
import { integerAt, listAt, numberAt, textAt, valueAt } from '../../resources/path.ts'
import { allOf, sumOf, type DeploymentSets } from './deployment-sets.ts'
import { deadlineOf, replicasOf, rolloutBounds } from './deployment-spec.ts'
import { timeOf } from '../object-parts.ts'
import { conditionOf } from '../pod-states.ts'

interface Condition {
  readonly type: 'Available' | 'Progressing' | 'ReplicaFailure'
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
}

/** The Progressing condition of a rollout. */
export type Progress = Omit<Condition, 'type'>

/** The stored form of a condition; `now` in milliseconds since 1970. */
const written = ({ type, status, reason, message }: Condition, now: number): JsonObject => {
  const time = formatTime(now)
  return { type, status, lastUpdateTime: time, lastTransitionTime: time, reason, message }
}

type Conditions = readonly JsonObject[]

const without = (conditions: Conditions, type: Condition['type']): JsonObject[] =>
  conditions.filter((condition) => condition['type'] !== type)

/**
 * The conditions with `condition`, which replaces the known one of its type. A known condition with the same status and reason
 * stays unchanged.
 */
function withRolloutCondition(conditions: Conditions, condition: JsonObject): Conditions {
  const type = condition['type'] as Condition['type']
  const known = conditions.find((one) => one['type'] === type)
  if (known === undefined || known['status'] !== condition['status']) return [...without(conditions, type), condition]
  if (known['reason'] === condition['reason']) return conditions
  return [...without(conditions, type), { ...condition, lastTransitionTime: known['lastTransitionTime'] }]
}

const conditionsOf = (deployment: ApiObject): Conditions => listAt(deployment, 'status.conditions').filter(isObject)

/** The deployment with a Progressing condition. */
export function withProgress(deployment: ApiObject, progress: Progress, now: number): ApiObject {
  const conditions = withRolloutCondition(conditionsOf(deployment), written({ ...progress, type: 'Progressing' }, now))
  const status = objectOrEmpty(deployment['status'])
  return { ...deployment, status: { ...status, conditions: [...conditions] } }
}

/** The status of a deployment from its replica sets. */
export function observedStatus(deployment: ApiObject, sets: DeploymentSets, now: number): JsonObject {
  const all = allOf(sets)
  const available = sumOf(all, 'status.availableReplicas')
  const hasEnough = available >= replicasOf(deployment) - rolloutBounds(deployment).unavailable
  const condition = hasEnough ? ENOUGH : TOO_FEW
  const collisions = valueAt(deployment, 'status.collisionCount')
  const conditions = withRolloutCondition(conditionsOf(deployment), written(condition, now))
  return {
    ...nonZero({
      observedGeneration: deployment.metadata?.generation ?? 0,
      replicas: sumOf(all, 'status.replicas'),
      updatedReplicas: sets.current === undefined ? 0 : numberAt(sets.current, 'status.replicas'),
      readyReplicas: sumOf(all, 'status.readyReplicas'),
      availableReplicas: available,
      unavailableReplicas: Math.max(0, sumOf(all, 'spec.replicas') - available),
    }),
    conditions: [...conditions],
    ...(collisions !== undefined && { collisionCount: collisions }),
  }
}

const ENOUGH: Condition = {
  type: 'Available',
  status: 'True',
  reason: 'MinimumReplicasAvailable',
  message: 'Deployment has minimum availability.',
}
const TOO_FEW: Condition = {
  type: 'Available',
  status: 'False',
  reason: 'MinimumReplicasUnavailable',
  message: 'Deployment does not have minimum availability.',
}

/** The counts without zeros, which the status omits. */
const nonZero = (counts: Readonly<Record<string, Int64>>): JsonObject =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))

/** `observedStatus` during a rollout, with the conditions Progressing and ReplicaFailure. */
export function rolloutStatus(deployment: ApiObject, sets: DeploymentSets, now: number): JsonObject {
  const status = observedStatus(deployment, sets, now)
  let conditions: Conditions = listAt(status, 'conditions').filter(isObject)
  if (deadlineOf(deployment) === undefined) conditions = without(conditions, 'Progressing')
  else if (!wasComplete(deployment, status))
    conditions = withRolloutProgress(deployment, { sets, status, conditions, now })
  const failure = failureOf(sets)
  conditions = failure === undefined ? without(conditions, 'ReplicaFailure') : withRolloutCondition(conditions, failure)
  return { ...status, conditions: [...conditions] }
}

/** Whether the last rollout was complete and no other has begun. Scaling is not a rollout. */
const wasComplete = (deployment: ApiObject, status: JsonObject): boolean =>
  numberAt(status, 'replicas') === numberAt(status, 'updatedReplicas') &&
  conditionOf(deployment, 'Progressing')?.['reason'] === 'NewReplicaSetAvailable'

interface RolloutState {
  readonly sets: DeploymentSets
  readonly status: JsonObject
  readonly conditions: Conditions
  readonly now: number
}

/** The conditions with the current Progressing condition. */
function withRolloutProgress(deployment: ApiObject, { sets, status, conditions, now }: RolloutState): Conditions {
  const { current } = sets
  const name = quote((current ?? deployment).metadata?.name ?? '')
  const subject = `${current === undefined ? 'Deployment' : 'ReplicaSet'} ${name}`
  const progress = (value: Condition['status'], reason: string, message: string): JsonObject =>
    written({ type: 'Progressing', status: value, reason, message: `${subject} ${message}` }, now)
  if (isComplete(deployment, status)) {
    return withRolloutCondition(conditions, progress('True', 'NewReplicaSetAvailable', 'has successfully progressed.'))
  }
  if (isProgressing(deployment, status)) {
    const known = conditionOf(deployment, 'Progressing')
    const condition = progress('True', 'ReplicaSetUpdated', 'is progressing.')
    const since = known?.['status'] === 'True' ? { lastTransitionTime: known['lastTransitionTime'] } : {}
    // The reason stays the same; `lastUpdateTime` becomes the time of this progress.
    return [...without(conditions, 'Progressing'), { ...condition, ...since }]
  }
  if (isTimedOut(deployment, now)) {
    return withRolloutCondition(conditions, progress('False', 'ProgressDeadlineExceeded', 'has timed out progressing.'))
  }
  return conditions
}

/** Whether all replicas belong to the current set and are available, in a status of the current generation. */
export function isComplete(deployment: ApiObject, status: JsonObject): boolean {
  const wanted = replicasOf(deployment)
  return (
    numberAt(status, 'updatedReplicas') === wanted &&
    numberAt(status, 'replicas') === wanted &&
    numberAt(status, 'availableReplicas') === wanted &&
    integerAt(status, 'observedGeneration') >= (deployment.metadata?.generation ?? 0)
  )
}

function isProgressing(deployment: ApiObject, status: JsonObject): boolean {
  const before = objectOrEmpty(deployment['status'])
  const grew = (key: string): boolean => numberAt(status, key) > numberAt(before, key)
  const old = (of: JsonObject): number => numberAt(of, 'replicas') - numberAt(of, 'updatedReplicas')
  return grew('updatedReplicas') || old(status) < old(before) || grew('readyReplicas') || grew('availableReplicas')
}

function isTimedOut(deployment: ApiObject, now: number): boolean {
  const reason = textAt(conditionOf(deployment, 'Progressing') ?? {}, 'reason')
  if (reason === '' || reason === 'NewReplicaSetAvailable') return false
  return reason === 'ProgressDeadlineExceeded' || (untilDeadline(deployment, now) ?? 0) < 0
}

/** Milliseconds until the progress deadline; undefined without a pending deadline. */
function untilDeadline(deployment: ApiObject, now: number): number | undefined {
  const deadline = deadlineOf(deployment)
  const progress = conditionOf(deployment, 'Progressing')
  const since = timeOf(progress?.['lastUpdateTime'])
  return deadline === undefined || progress === undefined ? undefined : (since ?? 0) + deadline * 1000 - now
}

/** Milliseconds until a rollout without progress is synced again; undefined without a pending deadline. */
export function waitForDeadline(deployment: ApiObject, status: JsonObject, now: number): number | undefined {
  const reason = conditionOf(deployment, 'Progressing')?.['reason']
  if (reason === 'ProgressDeadlineExceeded' || reason === 'NewReplicaSetAvailable') return undefined
  if (isComplete(deployment, status)) return undefined
  const left = untilDeadline(deployment, now)
  // The times of conditions are cut to seconds.
  return left === undefined ? undefined : Math.max(0, left) + 1000
}

/** The ReplicaFailure condition of the current set, else of any set. */
function failureOf({ current, old }: DeploymentSets): JsonObject | undefined {
  for (const set of current === undefined ? old : [current, ...old]) {
    const failure = conditionOf(set, 'ReplicaFailure')
    if (failure === undefined) continue
    const { type, status, lastTransitionTime, reason, message } = failure
    return {
      type,
      status,
      lastUpdateTime: lastTransitionTime,
      lastTransitionTime,
      ...(reason !== undefined && { reason }),
      ...(message !== undefined && { message }),
    }
  }
  return undefined
}
