import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, numberAt, textAt, valueAt } from '../../resources/path.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { NAMESPACES, NODES, PERSISTENT_VOLUME_CLAIMS, PODS, STORAGE_CLASSES } from '../kinds.ts'
import { isBeingDeleted, objectAt } from '../object-parts.ts'
import { hasFinished } from '../pod-states.ts'
import { queueController } from '../queue-controller.ts'
import { claimObstacle } from './claim-obstacle.ts'
import { NO_NODES, chooseNode, allExcluded, type Choice, type SchedulingContext } from './node-choice.ts'
import { nodeFilters } from './node-filters.ts'
import { Occupancy, nodeNameOf } from './occupancy.ts'
import { SCHEDULER, placements } from './placements.ts'
import { dependsOnOtherPods } from './pod-affinity.ts'
import { awaitsVictims, preemptionFor } from './preemption.ts'

/** Binds pods to nodes, like the real scheduler. */
export const simulatedScheduler = {
  name: 'simulated-scheduler',
  isDisabledByDefault: true,
  open: openScheduler,
} satisfies ManagerController

/** Whether a pod has no node and this scheduler must place it. */
const isWaiting = (pod: ApiObject): boolean =>
  nodeNameOf(pod) === '' &&
  textAt(pod, 'spec.schedulerName') === SCHEDULER &&
  listAt(pod, 'spec.schedulingGates').length === 0 &&
  !isBeingDeleted(pod) &&
  !hasFinished(pod)

function openScheduler(context: ManagerContext): Controller {
  const occupancy = new Occupancy()
  /** The keys of pods that no node accepted. */
  const unplaced = new Set<string>()
  const queue = context.queue(podPlacement(context, occupancy, unplaced))

  const podOf = (key: string): ApiObject | undefined => context.informer(PODS).get(splitKey(key))
  const retry = (): void => {
    for (const key of byPriority(unplaced, podOf)) queue.add(key)
  }

  /** Queues the unplaced pods that depend on other pods: a placed or relabelled pod can make room only for these. */
  function retryNear(): void {
    for (const key of unplaced) {
      const pod = podOf(key)
      if (pod !== undefined && dependsOnOtherPods(pod)) queue.add(key)
    }
  }

  function recordOccupancy(pod: ApiObject): void {
    const node = nodeNameOf(pod)
    if (node === '' || hasFinished(pod)) return vacate(pod)
    occupancy.put(pod, node)
  }

  function vacate(pod: ApiObject): void {
    if (occupancy.remove(keyOf(pod))) retry()
  }

  function queueIfWaiting(pod: ApiObject): void {
    if (isWaiting(pod)) queue.add(keyOf(pod))
  }

  const podUpdated = (pod: ApiObject, before: ApiObject): void => {
    const { isMoved, isRelabelled, isRespecified } = differences(pod, before)
    if (isMoved || isRelabelled || isBeingDeleted(pod) !== isBeingDeleted(before)) recordOccupancy(pod)
    if (isMoved || isRelabelled) retryNear()
    if (!isWaiting(before) || isRespecified) queueIfWaiting(pod)
  }

  return queueController(context, [NODES, PODS, NAMESPACES, PERSISTENT_VOLUME_CLAIMS, STORAGE_CLASSES], queue, () => [
    context.informer(NODES).addEventHandler({
      added: retry,
      updated: (node, before) => (isSameNode(node, before) ? undefined : retry()),
      deleted: retry,
    }),
    context.informer(PERSISTENT_VOLUME_CLAIMS).addEventHandler({ added: retry, updated: retry, deleted: retry }),
    context.informer(PODS).addEventHandler({
      added(pod) {
        recordOccupancy(pod)
        queueIfWaiting(pod)
      },
      updated: podUpdated,
      deleted(pod) {
        unplaced.delete(keyOf(pod))
        vacate(pod)
      },
    }),
  ])
}

/**
 * Returns a function that places the pod of a key: it binds the pod, nominates a node after preemption, or reports why no node
 * accepts the pod.
 * @param unplaced receives the key of a pod that no node accepts
 */
function podPlacement(
  context: ManagerContext,
  occupancy: Occupancy,
  unplaced: Set<string>,
): (key: string) => Promise<void> {
  const writes = placements(context)

  async function bind(pod: ApiObject, node: string): Promise<void> {
    // The next placement must count this pod, although the informer has not received the binding.
    occupancy.put(pod, node)
    let isBound = false
    try {
      isBound = await writes.bind(pod, node)
    } finally {
      const stored = isBound ? undefined : context.informer(PODS).get(splitKey(keyOf(pod)))
      if (!isBound && (stored === undefined || nodeNameOf(stored) === '')) occupancy.remove(keyOf(pod))
    }
  }

  return async (key) => {
    const pod = context.informer(PODS).get(splitKey(key))
    unplaced.delete(key)
    if (pod === undefined || !isWaiting(pod)) return
    // The resources that a pod's nomination reserves are available to that pod.
    occupancy.remove(key)
    const now = clusterState(context, occupancy)
    const choice = choose(context, pod, now)
    if ('node' in choice) return bind(pod, choice.node)
    unplaced.add(key)
    if (awaitsVictims(pod, now)) return occupancy.put(pod, textAt(pod, 'status.nominatedNodeName'))
    const preemption = preemptionFor(pod, choice.contested, now)
    if (preemption === undefined) return writes.refuse(pod, choice.why + choice.noPreemption)
    occupancy.put(pod, preemption.node)
    await writes.preempt(pod, preemption)
    await writes.refuse(pod, choice.why, preemption.node)
  }
}

const differences = (pod: ApiObject, before: ApiObject) => ({
  isMoved: nodeNameOf(pod) !== nodeNameOf(before) || hasFinished(pod) !== hasFinished(before),
  isRelabelled: !equalJson(pod.metadata?.labels ?? {}, before.metadata?.labels ?? {}),
  isRespecified: !equalJson(objectAt(pod, 'spec'), objectAt(before, 'spec')),
})

/** The keys of pods, the highest priority first. */
function byPriority(keys: Iterable<string>, podOf: (key: string) => ApiObject | undefined): string[] {
  const priority = (key: string): number => numberAt(podOf(key) ?? {}, 'spec.priority')
  return [...keys].sort((a, b) => priority(b) - priority(a))
}

/** The state that the placement of one pod reads. */
function clusterState(context: ManagerContext, occupancy: Occupancy): SchedulingContext {
  return {
    nodes: [...context.informer(NODES).list()],
    filters: nodeFilters(context.dialect),
    nodeOf: (name) => context.informer(NODES).get({ namespace: '', name }),
    use: (node) => occupancy.on(node),
    placed: () => occupancy.all(),
    repelling: () => occupancy.repelling(),
    namespaceLabels: (name) => context.informer(NAMESPACES).get({ namespace: '', name })?.metadata?.labels ?? {},
  }
}

function choose(context: ManagerContext, pod: ApiObject, now: SchedulingContext): Choice {
  if (now.nodes.length === 0) return NO_NODES
  const obstacle = claimObstacle(pod, {
    claim: (namespace, name) => context.informer(PERSISTENT_VOLUME_CLAIMS).get({ namespace, name }),
    isDelayed: (name) =>
      textAt(context.informer(STORAGE_CLASSES).get({ namespace: '', name }) ?? {}, 'volumeBindingMode') ===
      'WaitForFirstConsumer',
  })
  return obstacle === undefined ? chooseNode(pod, now) : allExcluded(now.nodes.length, obstacle)
}

/** Whether the parts of a node that placement reads are equal. */
const isSameNode = (node: ApiObject, before: ApiObject): boolean =>
  equalJson(objectAt(node, 'spec'), objectAt(before, 'spec')) &&
  equalJson(node.metadata?.labels ?? {}, before.metadata?.labels ?? {}) &&
  equalJson(valueAt(node, 'status.allocatable') ?? null, valueAt(before, 'status.allocatable') ?? null)
