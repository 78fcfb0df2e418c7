import { leadingInteger } from '../../api/numbers.ts'
import type { Json } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { numberAt, textAt, valueAt } from '../../resources/path.ts'
import { revisionLabelOf } from './controller-history.ts'
import type { Placement } from './daemon-set-nodes.ts'
import type { PodsByNode } from './daemon-set-pods.ts'
import { isScheduled } from './daemon-set-pods.ts'
import { isBeingDeleted, nameOf } from '../object-parts.ts'
import { isAvailable, isReady } from '../pod-states.ts'

export interface Observed {
  readonly daemonSet: ApiObject
  readonly nodes: readonly ApiObject[]
  readonly pods: PodsByNode
  /** The hash of the current revision. */
  readonly hash: string
  readonly placement: (node: ApiObject) => Placement
  readonly now: number
}

export interface Work {
  /** Names of the nodes that need a pod. */
  readonly create: readonly string[]
  readonly remove: readonly ApiObject[]
}

export interface DaemonPodPlan extends Work {
  /** Ended pods with their nodes. They are deleted too, failed ones with a backoff for each node. */
  readonly failed: readonly (readonly [pod: ApiObject, node: string])[]
  readonly succeeded: readonly (readonly [pod: ApiObject, node: string])[]
}

/** Plans one pod for each node that wants one, two during a surge, and none elsewhere. */
export function planDaemonPods(observed: Observed): DaemonPodPlan {
  const { nodes, pods, placement } = observed
  const work = { create: [] as string[], remove: [] as ApiObject[], failed: [] as [ApiObject, string][] }
  const succeeded: [ApiObject, string][] = []
  for (const node of nodes) {
    const name = nameOf(node)
    const { shouldRun, shouldContinueRunning } = placement(node)
    const here = pods.get(name)
    const staying = (here ?? []).filter((pod) => !isBeingDeleted(pod))
    if (shouldRun && here === undefined) work.create.push(name)
    else if (shouldContinueRunning) {
      const running: ApiObject[] = []
      for (const pod of staying) {
        const phase = textAt(pod, 'status.phase')
        if (phase === 'Failed') work.failed.push([pod, name])
        else if (phase === 'Succeeded') succeeded.push([pod, name])
        else running.push(pod)
      }
      if (shouldRun && running.length === 0 && surgeOf(observed, 1) > 0) work.create.push(name)
      work.remove.push(...surplus(observed, running))
    } else work.remove.push(...staying)
  }
  work.remove.push(...stranded(observed))
  return { ...work, succeeded }
}

/**
 * The running pods of one node to delete. Without surge only the first stays. With surge a pod of the new revision stays
 * and, until it is available, a ready pod of an old one.
 */
function surplus(observed: Observed, running: readonly ApiObject[]): ApiObject[] {
  if (running.length <= 1) return []
  if (surgeOf(observed, 1) === 0) return running.slice(1)
  const isNew = (pod: ApiObject): boolean => revisionLabelOf(pod) === observed.hash
  const newPod = running.find(isNew)
  const oldPod = running.find((pod) => !isNew(pod))
  const others = running.filter((pod) => pod !== newPod && pod !== oldPod)
  if (newPod === undefined || oldPod === undefined) return others
  const isReplaced = !isReady(oldPod) || isPodAvailable(observed, newPod)
  return isReplaced ? [...others, oldPod] : others
}

const isPodAvailable = ({ daemonSet, now }: Observed, pod: ApiObject): boolean =>
  isAvailable(pod, numberAt(daemonSet, 'spec.minReadySeconds'), now)

/** Unscheduled pods for a node that does not exist any more. No other controller deletes them. */
function stranded({ nodes, pods }: Observed): ApiObject[] {
  const known = new Set(nodes.map(nameOf))
  return [...pods].flatMap(([node, here]) => (known.has(node) ? [] : here.filter((pod) => !isScheduled(pod))))
}

/** Replaces pods of old revisions, as many at a time as the strategy allows. */
export function rollout(observed: Observed): Work {
  const { daemonSet, nodes, placement, pods } = observed
  if (textAt(daemonSet, 'spec.updateStrategy.type') !== 'RollingUpdate') return { create: [], remove: [] }
  const wanted = new Set(nodes.filter((node) => placement(node).shouldRun).map(nameOf))
  const missing = [...wanted].filter((name) => !pods.has(name))
  const places = [...pods.keys(), ...missing].map((name) => placeOn(observed, name, wanted.has(name)))
  const surge = surgeOf(observed, wanted.size)
  if (surge > 0) return surging(observed, places, { surge, desired: wanted.size })
  // With neither surge nor unavailable pods, the rollout would never proceed.
  const unavailable = scaled(valueAt(daemonSet, `${STRATEGY}.maxUnavailable`), wanted.size)
  return replacing(observed, places, unavailable === 0 && wanted.size > 0 ? 1 : unavailable)
}

/** The pods of a node that are not being deleted. */
interface NodePlace {
  readonly name: string
  readonly wanted: boolean
  readonly newPods: readonly ApiObject[]
  readonly oldPods: readonly ApiObject[]
}

function placeOn({ pods, hash }: Observed, name: string, wanted: boolean): NodePlace {
  const here = (pods.get(name) ?? []).filter((pod) => !isBeingDeleted(pod))
  const isNew = (pod: ApiObject): boolean => hash !== '' && revisionLabelOf(pod) === hash
  return { name, wanted, newPods: here.filter(isNew), oldPods: here.filter((pod) => !isNew(pod)) }
}

/** Deletes old pods, unavailable ones first; the sync creates the new ones. */
function replacing(observed: Observed, places: readonly NodePlace[], maxUnavailable: number): Work {
  const useless: ApiObject[] = []
  const candidates: ApiObject[] = []
  let unavailable = 0
  for (const { newPods, oldPods } of places) {
    const [newPod] = newPods
    const [oldPod] = oldPods
    if (newPods.length + oldPods.length !== 1) unavailable++
    else if (newPod !== undefined) unavailable += isPodAvailable(observed, newPod) ? 0 : 1
    else if (oldPod !== undefined) {
      if (isPodAvailable(observed, oldPod)) candidates.push(oldPod)
      else {
        useless.push(oldPod)
        unavailable++
      }
    }
  }
  return { create: [], remove: [...useless, ...candidates.slice(0, Math.max(maxUnavailable - unavailable, 0))] }
}

interface Bounds {
  readonly surge: number
  /** The number of nodes that want a pod. */
  readonly desired: number
}

/** Creates new pods beside old ones, and deletes an old one when its new one is available. */
function surging(observed: Observed, places: readonly NodePlace[], { surge, desired }: Bounds): Work {
  const remove: ApiObject[] = []
  const unwanted: ApiObject[] = []
  const create: string[] = []
  const candidates: string[] = []
  let [surged, available] = [0, 0]
  for (const { name, wanted, newPods, oldPods } of places) {
    // The sync deletes the surplus pods of this node first.
    if (newPods.length > 1 || oldPods.length > 1) {
      surged++
      continue
    }
    const [newPod] = newPods
    const [oldPod] = oldPods
    const counted = oldPod ?? newPod
    if (counted !== undefined && isPodAvailable(observed, counted)) available++
    if (oldPod === undefined) continue
    const isGood = isPodAvailable(observed, oldPod)
    if (newPod !== undefined) {
      if (isPodAvailable(observed, newPod)) remove.push(oldPod)
      else surged++
    } else if (!wanted) (isGood ? unwanted : remove).push(oldPod)
    else (isGood ? candidates : create).push(name)
  }
  // Pods on unwanted nodes keep running until enough others are available.
  remove.push(...unwanted.slice(0, Math.max(available - desired, 0)))
  return { create: [...create, ...candidates.slice(0, Math.max(surge - surged, 0))], remove }
}

const STRATEGY = 'spec.updateStrategy.rollingUpdate'

function surgeOf({ daemonSet }: Observed, count: number): number {
  if (textAt(daemonSet, 'spec.updateStrategy.type') !== 'RollingUpdate') return 0
  return scaled(valueAt(daemonSet, `${STRATEGY}.maxSurge`), count)
}

/** The number for a value such as `3`, or such as `25%` of `total`, rounded up. */
const scaled = (value: Json | undefined, total: number): number =>
  typeof value === 'number' ? value : Math.ceil((leadingInteger(String(value ?? '0')) * total) / 100)
