import { numberOfText } from '../../api/numbers.ts'
import type { Json } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { numberAt, textAt, valueAt } from '../../resources/path.ts'

/** A deadline or limit with this value counts as absent. */
const UNLIMITED = 2 ** 31 - 1

export const replicasOf = (object: ApiObject): number => numberAt(object, 'spec.replicas')

export const isRolling = (deployment: ApiObject): boolean =>
  textAt(deployment, 'spec.strategy.type') === 'RollingUpdate'

/** The maxSurge and maxUnavailable of a rollout as numbers of pods. */
export function rolloutBounds(deployment: ApiObject): { readonly surge: number; readonly unavailable: number } {
  if (!isRolling(deployment)) return { surge: 0, unavailable: 0 }
  const replicas = replicasOf(deployment)
  const surge = share(valueAt(deployment, 'spec.strategy.rollingUpdate.maxSurge'), replicas, Math.ceil)
  const unavailable = share(valueAt(deployment, 'spec.strategy.rollingUpdate.maxUnavailable'), replicas, Math.floor)
  // Percentages may round both to 0, and then a rollout could not begin.
  return { surge, unavailable: Math.min(replicas, surge === 0 && unavailable === 0 ? 1 : unavailable) }
}

/** The number of pods for a value such as `3`, or such as `25%` of `total`; 0 for an invalid value. */
function share(value: Json | undefined, total: number, round: (share: number) => number): number {
  if (typeof value === 'number') return value
  const percent = typeof value === 'string' ? /^(\d+)%$/.exec(value)?.[1] : undefined
  return percent === undefined ? 0 : round((numberOfText(percent) * total) / 100)
}

const limit = (deployment: ApiObject, path: string): number | undefined => {
  const value = valueAt(deployment, path)
  return typeof value === 'number' && value !== UNLIMITED ? value : undefined
}

/** Seconds without progress after which a rollout has failed; undefined when it never fails. */
export const deadlineOf = (deployment: ApiObject): number | undefined =>
  limit(deployment, 'spec.progressDeadlineSeconds')

/** The number of old replica sets that are kept; undefined means all. */
export const historyLimitOf = (deployment: ApiObject): number | undefined =>
  limit(deployment, 'spec.revisionHistoryLimit')
