import { boundedNumber, leadingInteger } from '../../api/numbers.ts'
import type { Int64 } from '../../api/int64.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { withCondition } from '../../api/condition.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatTime } from '../../clock/clock.ts'
import { equalJson } from '../../patch/json-values.ts'
import { integerAt, listAt, valueAt } from '../../resources/path.ts'
import { isBeingDeleted, objectAt, timeOf } from '../object-parts.ts'
import { isReady } from '../pod-states.ts'

/** Milliseconds after a granted eviction within which the deletion of its pod must begin. */
const DELETION_MS = 2 * 60_000

/** The pods that a budget guards, and the numbers of pods that it expects and requires. */
export interface GuardedPods {
  readonly pods: readonly ApiObject[]
  /** The value of `status.expectedPods`. */
  readonly expected: number
  /** The value of `status.desiredHealthy`. */
  readonly desired: number
}

export interface BudgetStatus {
  readonly status: JsonObject
  /** Pods that are not being deleted although their eviction was granted. */
  readonly staying: readonly ApiObject[]
  /** The time of the next check of granted evictions (ms since 1970). */
  readonly recheckAt: number | undefined
}

/** The numbers of pods that a budget expects and requires. Calls `scale` only for a percentage or for maxUnavailable. */
export async function demandOf(
  { spec }: ApiObject,
  podCount: number,
  scale: () => Promise<number>,
): Promise<Omit<GuardedPods, 'pods'>> {
  const { maxUnavailable, minAvailable } = objectOrEmpty(spec)
  if (maxUnavailable !== undefined) {
    const expected = await scale()
    return { expected, desired: Math.max(0, expected - shareOf(maxUnavailable, expected)) }
  }
  if (typeof minAvailable === 'number') return { expected: podCount, desired: minAvailable }
  if (minAvailable === undefined) return { expected: 0, desired: 0 }
  const expected = await scale()
  return { expected, desired: shareOf(minAvailable, expected) }
}

/** The number of pods that a number or a percentage of `whole` means; a percentage is rounded up. */
const shareOf = (share: Json, whole: number): number =>
  typeof share === 'string' ? Math.ceil((leadingInteger(share) * whole) / 100) : boundedNumber(share)

/** The status of a budget for its current pods (`now` in ms since 1970). */
export function budgetStatus(budget: ApiObject, { pods, expected, desired }: GuardedPods, now: number): BudgetStatus {
  const { disrupted, staying, recheckAt } = disruptedPods(budget, pods, now)
  const healthy = pods.filter(
    (pod) => !isBeingDeleted(pod) && !hasPendingEviction(pod, disrupted, now) && isReady(pod),
  ).length
  const allowed = expected > 0 ? Math.max(0, healthy - desired) : 0
  const observedGeneration = budget.metadata?.generation ?? 0
  const condition = {
    status: allowed > 0 ? 'True' : 'False',
    observedGeneration,
    reason: allowed > 0 ? 'SufficientPods' : 'InsufficientPods',
    message: '',
  }
  const status = {
    observedGeneration,
    ...(Object.keys(disrupted).length > 0 && { disruptedPods: disrupted }),
    disruptionsAllowed: allowed,
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    conditions: withAllowance(budget, condition, now),
  }
  return { status, staying, recheckAt }
}

/** The status after a failed sync. It allows no disruption, because the expected number of pods is unknown. */
export function failedStatus(budget: ApiObject, message: string, now: number): JsonObject {
  const status = objectAt(budget, 'status')
  const observedGeneration = integerAt(status, 'observedGeneration')
  const condition = { status: 'False', observedGeneration, reason: 'SyncFailed', message }
  return { ...status, disruptionsAllowed: 0, conditions: withAllowance(budget, condition, now) }
}

/** Whether a status differs from the stored one. */
export const isStatusChanged = (budget: ApiObject, status: JsonObject): boolean =>
  !equalJson(objectAt(budget, 'status'), status)

function disruptedPods(
  budget: ApiObject,
  pods: readonly ApiObject[],
  now: number,
): { disrupted: Record<string, string>; staying: ApiObject[]; recheckAt: number | undefined } {
  const granted = valueAt(budget, 'status.disruptedPods')
  const disrupted: Record<string, string> = {}
  const staying: ApiObject[] = []
  let recheckAt: number | undefined
  for (const pod of isObject(granted) ? pods : []) {
    const { name = '' } = pod.metadata ?? {}
    const time = isObject(granted) ? granted[name] : undefined
    if (typeof time !== 'string' || isBeingDeleted(pod)) continue
    const due = deletionDeadline(time)
    if (due < now) {
      staying.push(pod)
      continue
    }
    disrupted[name] = time
    recheckAt = Math.min(recheckAt ?? due, due)
  }
  return { disrupted, staying, recheckAt }
}

/** The time by which the deletion must begin after an eviction was granted at `granted` (ms since 1970). */
const deletionDeadline = (granted: string): number => (timeOf(granted) ?? 0) + DELETION_MS

/** Whether an eviction of the pod was granted and its deletion may still begin in time. */
function hasPendingEviction(
  { metadata }: ApiObject,
  disrupted: Readonly<Record<string, string>>,
  now: number,
): boolean {
  const granted = disrupted[metadata?.name ?? '']
  return granted !== undefined && deletionDeadline(granted) > now
}

const TYPE = 'DisruptionAllowed'

interface Condition extends JsonObject {
  status: string
  observedGeneration: Int64
  reason: string
  message: string
}

const withAllowance = (budget: ApiObject, condition: Condition, now: number): Json[] =>
  withCondition(listAt(budget, 'status.conditions'), { type: TYPE, ...condition, lastTransitionTime: formatTime(now) })
