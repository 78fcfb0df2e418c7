import type { ApiObject } from '../../api/object.ts'
import { listAt, numberAt, textAt, valueAt } from '../../resources/path.ts'
import { revisionLabelOf, templateOfRevision } from './controller-history.ts'
import { isBeingDeleted, nameOf } from '../object-parts.ts'
import { hasFinished, isAvailable } from '../pod-states.ts'
import { isStale, desiredOwners } from './stateful-set-claims.ts'
import type { StatefulPods } from './stateful-set-pods.ts'
import { claimNames, firstOrdinal, isInRange, membershipOf, replicasOf } from './stateful-set-pods.ts'
import type { StatefulSetStatus } from './stateful-set-status.ts'
import { isCreated, isHealthy, isRunningAndReady, statusOf } from './stateful-set-status.ts'

export interface Observed {
  readonly set: ApiObject
  readonly pods: readonly ApiObject[]
  /** The ControllerRevision in `status.currentRevision`. */
  readonly current: ApiObject
  /** The ControllerRevision of `spec.template`. */
  readonly update: ApiObject
  readonly collisionCount: number
  readonly claim: (name: string) => ApiObject | undefined
  readonly now: number
}

/**
 * `create` creates the claims of the pod, then the pod; `claim` creates missing claims; `restore` writes the labels and volumes
 * of the pod. `retain` writes the owner references that the claims should have under the retention policy. `create`, `claim` and
 * `restore` do this too.
 */
export interface Step {
  readonly action: 'create' | 'delete' | 'claim' | 'restore' | 'retain'
  readonly pod: ApiObject
}

export interface Plan {
  /** The waves run one after the other; each has the steps of its pods. */
  readonly waves: readonly (readonly (readonly Step[])[])[]
  readonly inOrder: boolean
  readonly status: StatefulSetStatus
}

/** The steps for one pod. */
interface Turn {
  readonly steps: readonly Step[]
  /** Whether the later pods must wait for this pod when the pods are ordered. */
  readonly blocks: boolean
}

const NOTHING: Turn = { steps: [], blocks: false }
const WAIT: Turn = { steps: [], blocks: true }

/**
 * The changes that a set needs: create missing pods in ascending order, then delete excess pods in descending order,
 * then replace outdated pods one at a time in descending order.
 */
export function planOf(observed: Observed, pods: StatefulPods): Plan {
  const { set, now } = observed
  const inOrder = isInOrder(set)
  const { collisionCount, current, update } = observed
  const revisions = { collisionCount, current: nameOf(current), update: nameOf(update) }
  if (isBeingDeleted(set)) return { waves: [], inOrder, status: statusOf(set, observed.pods, revisions, now) }
  const replicas = replicasIn(observed, pods)
  const condemned = condemnedIn(observed)
  const status = statusOf(set, [...replicas, ...condemned], revisions, now)
  const firstUnhealthy = [...replicas, ...condemned.toReversed()].find((pod) => !isHealthy(pod))
  const waves: (readonly Step[])[][] = []
  for (const turns of [
    replicas.map((pod) => turnOfReplica(observed, pods, pod)),
    condemned.map((pod) => ({ steps: retention(observed, pod), blocks: false })),
    condemned.map((pod) => turnOfCondemned(observed, pod, firstUnhealthy)),
  ]) {
    const end = inOrder ? turns.findIndex(({ blocks }) => blocks) : -1
    waves.push((end < 0 ? turns : turns.slice(0, end + 1)).map(({ steps }) => steps))
    if (end >= 0) return { waves, inOrder, status }
  }
  const outdated = nextOutdated(observed, replicas)
  if (outdated === undefined) return { waves, inOrder, status }
  const currentReplicas = Math.max(status.currentReplicas - 1, 0)
  return { waves: [...waves, [[{ action: 'delete', pod: outdated }]]], inOrder, status: { ...status, currentReplicas } }
}

/** Whether each pod waits for the one before it. */
const isInOrder = (set: ApiObject): boolean => textAt(set, 'spec.podManagementPolicy') !== 'Parallel'

/** The most missing pods and claims that one sync plans: `spec.replicas` may be two billion, with thousands of claims each. */
const MAX_PLANNED = 500

/** The number of missing pods to plan. When the pods are ordered, the first missing pod blocks the later ones. */
const plannedPods = (set: ApiObject): number =>
  isInOrder(set) ? 1 : Math.ceil(MAX_PLANNED / (1 + listAt(set, 'spec.volumeClaimTemplates').length))

/** The pods of the set by ascending ordinal; the first missing pods are new objects. */
function replicasIn({ set, pods, current, update }: Observed, { newPod }: StatefulPods): ApiObject[] {
  const first = firstOrdinal(set)
  const end = first + replicasOf(set)
  const known = new Map(pods.map((pod) => [membershipOf(pod).ordinal, pod]))
  // Below this ordinal, missing pods are created at the current revision.
  const updated = first + keptAtCurrent(set)
  const replicas: ApiObject[] = []
  const planned = plannedPods(set)
  let ordinal = first
  for (let missing = 0; ordinal < end && missing < planned; ordinal++) {
    const pod = known.get(ordinal)
    if (pod === undefined) missing++
    const revision = ordinal < updated ? current : update
    replicas.push(pod ?? newPod(set, templateOfRevision(revision), nameOf(revision), ordinal))
  }
  const later = [...known].filter(([place]) => place >= ordinal && place < end).sort(([a], [b]) => a - b)
  return [...replicas, ...later.map(([, pod]) => pod)]
}

function keptAtCurrent(set: ApiObject): number {
  if (valueAt(set, 'spec.updateStrategy.rollingUpdate') !== undefined) return partitionOf(set)
  return textAt(set, 'spec.updateStrategy.type') === 'RollingUpdate' ? numberAt(set, 'status.currentReplicas') : 0
}

const partitionOf = (set: ApiObject): number => numberAt(set, 'spec.updateStrategy.rollingUpdate.partition')

/** The pods whose ordinal is out of range, in descending order. */
const condemnedIn = ({ set, pods }: Observed): ApiObject[] =>
  pods
    .map((pod) => ({ pod, ordinal: membershipOf(pod).ordinal }))
    .filter(({ ordinal }) => ordinal >= 0 && !isInRange(set, ordinal))
    .sort((a, b) => b.ordinal - a.ordinal)
    .map(({ pod }) => pod)

function turnOfReplica(observed: Observed, { hasIdentity, hasStorage }: StatefulPods, pod: ApiObject): Turn {
  const { set } = observed
  // A finished pod is created again after its deletion.
  if (hasFinished(pod)) return isBeingDeleted(pod) ? WAIT : { steps: [{ action: 'delete', pod }], blocks: true }
  if (!isCreated(pod)) {
    const isBlocked = claimsIn(observed, pod).some((claim) => isStale(claim, set, pod))
    return isBlocked ? WAIT : { steps: [{ action: 'create', pod }], blocks: true }
  }
  const steps: Step[] = textAt(pod, 'status.phase') === 'Pending' ? [{ action: 'claim', pod }] : []
  if (isInOrder(set) && (!isHealthy(pod) || !isPodAvailable(observed, pod))) return { steps, blocks: true }
  const isRight = hasIdentity(set, pod) && hasStorage(set, pod) && retention(observed, pod).length === 0
  return { steps: isRight ? steps : [...steps, { action: 'restore', pod }], blocks: false }
}

const isPodAvailable = ({ set, now }: Observed, pod: ApiObject): boolean =>
  isAvailable(pod, numberAt(set, 'spec.minReadySeconds'), now)

const claimsIn = ({ set, claim }: Observed, pod: ApiObject): ApiObject[] =>
  [...claimNames(set, membershipOf(pod).ordinal).values()].map(claim).filter((found) => found !== undefined)

const retention = (observed: Observed, pod: ApiObject): Step[] =>
  claimsIn(observed, pod).some((claim) => desiredOwners(claim, observed.set, pod) !== undefined)
    ? [{ action: 'retain', pod }]
    : []

function turnOfCondemned(observed: Observed, pod: ApiObject, firstUnhealthy: ApiObject | undefined): Turn {
  const inOrder = isInOrder(observed.set)
  if (isBeingDeleted(pod)) return inOrder ? WAIT : NOTHING
  const isFit = isRunningAndReady(pod) && isPodAvailable(observed, pod)
  if (inOrder && !isFit && pod !== firstUnhealthy) return WAIT
  return { steps: [{ action: 'delete', pod }], blocks: true }
}

/** The last pod without the update revision; undefined when a pod with a higher ordinal is unhealthy. */
function nextOutdated({ set, update }: Observed, replicas: readonly ApiObject[]): ApiObject | undefined {
  if (textAt(set, 'spec.updateStrategy.type') === 'OnDelete') return undefined
  // Pods that are not even planned are missing, and so unhealthy.
  if (replicas.length < replicasOf(set)) return undefined
  for (const pod of replicas.slice(partitionOf(set)).reverse()) {
    if (revisionLabelOf(pod) !== nameOf(update) && !isBeingDeleted(pod)) return pod
    if (!isHealthy(pod)) return undefined
  }
  return undefined
}
