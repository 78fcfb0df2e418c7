import type { ApiObject } from '../../api/object.ts'
import { numberAt } from '../../resources/path.ts'
import type { DeploymentAnnotations } from './deployment-annotations.ts'
import { allOf, byAge, hasReplicas, sumOf, type DeploymentSets } from './deployment-sets.ts'
import { isRolling, replicasOf, rolloutBounds } from './deployment-spec.ts'

/** A replica set and its new number of replicas. */
export interface Scaling {
  readonly set: ApiObject
  readonly replicas: number
}

const availableOf = (set: ApiObject): number => numberAt(set, 'status.availableReplicas')
const replicasIn = (sets: Iterable<ApiObject>): number => sumOf(sets, 'spec.replicas')

/** The replicas of the current set in the next step of a rollout. */
export function currentSetReplicas(deployment: ApiObject, sets: DeploymentSets): number {
  const wanted = replicasOf(deployment)
  const present = sets.current === undefined ? 0 : replicasOf(sets.current)
  if (!isRolling(deployment) || present >= wanted) return wanted
  const room = wanted + rolloutBounds(deployment).surge - replicasIn(allOf(sets))
  return present + Math.max(0, Math.min(room, wanted - present))
}

/**
 * Reductions of old sets in the next step of a rollout: unavailable pods first, then those that the current set
 * replaces.
 */
export function oldScalings(deployment: ApiObject, { current, old }: DeploymentSets): Scaling[] {
  if (current === undefined) return []
  const active = old.filter(hasReplicas).sort(byAge)
  const left = new Map(active.map((set) => [set, replicasOf(set)]))
  const scalings: Scaling[] = []
  const take = (set: ApiObject, count: number): void => {
    const replicas = (left.get(set) ?? 0) - count
    left.set(set, replicas)
    scalings.push({ set, replicas })
  }
  const minAvailable = replicasOf(deployment) - rolloutBounds(deployment).unavailable
  const unavailableOfCurrent = replicasOf(current) - availableOf(current)
  let spare = replicasIn(active) + replicasOf(current) - minAvailable - unavailableOfCurrent
  // A set that still counts deleted pods will report its new count soon.
  const isStale = [...active, current].some((set) => availableOf(set) > replicasOf(set))
  if (active.length === 0 || spare <= 0 || isStale) return []
  for (const set of active) {
    const unavailable = Math.min(spare, replicasOf(set) - availableOf(set))
    if (unavailable <= 0) continue
    take(set, unavailable)
    spare -= unavailable
  }
  let replaced = sumOf([...active, current], 'status.availableReplicas') - minAvailable
  for (const set of active) {
    const count = Math.min(left.get(set) ?? 0, replaced)
    if (count <= 0) continue
    take(set, count)
    replaced -= count
  }
  return scalings
}

/**
 * Scalings after a change of `spec.replicas`, or while paused: during a rollout all sets change in proportion, so that
 * the rollout neither advances nor reverts.
 */
export function resizings(
  deployment: ApiObject,
  { current, old }: DeploymentSets,
  annotations: DeploymentAnnotations,
): Scaling[] {
  const wanted = replicasOf(deployment)
  const active = allOf({ current, old }).filter(hasReplicas)
  if (active.length <= 1) {
    const only = active[0] ?? current ?? [...old].sort(byAge).at(-1)
    return only === undefined || replicasOf(only) === wanted ? [] : [{ set: only, replicas: wanted }]
  }
  if (current !== undefined && isSaturated(current, wanted, annotations)) {
    return active.filter((set) => set !== current).map((set) => ({ set, replicas: 0 }))
  }
  return isRolling(deployment) ? inProportion(deployment, active, annotations) : []
}

const isSaturated = (current: ApiObject, wanted: number, { desiredReplicas }: DeploymentAnnotations): boolean =>
  replicasOf(current) === wanted && desiredReplicas(current) === wanted && availableOf(current) === wanted

/** Scales the sets in proportion to their replicas, the largest set first. The largest set gets the rounding remainder. */
function inProportion(
  deployment: ApiObject,
  active: readonly ApiObject[],
  annotations: DeploymentAnnotations,
): Scaling[] {
  const wanted = replicasOf(deployment)
  const maxReplicas = wanted === 0 ? 0 : wanted + rolloutBounds(deployment).surge
  const difference = maxReplicas - replicasIn(active)
  /** The youngest of equal sets is first when scaling up, the oldest when scaling down. */
  const ageOrder = difference > 0 ? -1 : 1
  const sets = [...active].sort((a, b) => replicasOf(b) - replicasOf(a) || ageOrder * byAge(a, b))
  let remaining = difference
  const scalings = sets.map((set) => {
    const replicas = replicasOf(set)
    const before = annotations.maxReplicas(set) ?? numberAt(deployment, 'status.replicas')
    const part = wanted === 0 ? -replicas : Math.floor((replicas * maxReplicas) / before + 0.5) - replicas
    const within = difference > 0 ? Math.min(part, remaining) : Math.max(part, remaining)
    const change = remaining === 0 ? 0 : within
    remaining -= change
    return { set, replicas: replicas + change }
  })
  return scalings.map(({ set, replicas }, index) => ({
    set,
    replicas: index === 0 ? Math.max(0, replicas + remaining) : replicas,
  }))
}
