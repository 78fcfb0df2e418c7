import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, numberAt, textAt, valueAt } from '../../resources/path.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { NAMESPACES, NODES, PERSISTENT_VOLUME_CLAIMS, PODS, STORAGE_CLASSES } from '../kinds.ts'
import { isBeingDeleted, partOf } from '../object-parts.ts'
import { hasFinished } from '../pod-states.ts'
import { queueController } from '../queue-controller.ts'
import { claimObstacle } from './claim-obstacle.ts'
import { NO_NODES, chooseNode, unreachable, type Choice, type Choosing } from './node-choice.ts'
import { nodeFilters } from './node-filters.ts'
import { Occupancy, nodeNameOf } from './occupancy.ts'
import { SCHEDULER, placements } from './placements.ts'
import { looksAround } from './pod-affinity.ts'
import { isPromised, preemptionFor } from './preemption.ts'

/**
 * Puts pods on nodes, as the scheduler of a real cluster does, which is no part of a control plane's server either.
 */
export const simulatedScheduler = {
  name: 'simulated-scheduler',
  isDisabledByDefault: true,
  open: openScheduler,
} satisfies ManagerController

/** Wants a node, and may have one. */
const isWaiting = (pod: ApiObject): boolean =>
  nodeNameOf(pod) === '' &&
  textAt(pod, 'spec.schedulerName') === SCHEDULER &&
  listAt(pod, 'spec.schedulingGates').length === 0 &&
  !isBeingDeleted(pod) &&
  !hasFinished(pod)

function openScheduler(context: ManagerContext): Controller {
  const writes = placements(context)
  const filters = nodeFilters(context.dialect)
  const occupancy = new Occupancy()
  /** Keys of pods for which there was no node. */
  const unplaced = new Set<string>()
  const queue = context.queue(schedule)

  const nodeOf = (name: string): ApiObject | undefined => context.informer(NODES).get({ namespace: '', name })

  const world = (): Choosing => ({
    nodes: [...context.informer(NODES).list()],
    filters,
    nodeOf,
    use: (node) => occupancy.on(node),
    placed: () => occupancy.all(),
    repelling: () => occupancy.repelling(),
    namespaceLabels: (name) => context.informer(NAMESPACES).get({ namespace: '', name })?.metadata?.labels ?? {},
  })

  function choose(pod: ApiObject, now: Choosing): Choice {
    if (now.nodes.length === 0) return NO_NODES
    const obstacle = claimObstacle(pod, {
      claim: (namespace, name) => context.informer(PERSISTENT_VOLUME_CLAIMS).get({ namespace, name }),
      waits: (name) =>
        textAt(context.informer(STORAGE_CLASSES).get({ namespace: '', name }) ?? {}, 'volumeBindingMode') ===
        'WaitForFirstConsumer',
    })
    return obstacle === undefined ? chooseNode(pod, now) : unreachable(now.nodes.length, obstacle)
  }

  async function schedule(key: string): Promise<void> {
    const pod = context.informer(PODS).get(splitKey(key))
    unplaced.delete(key)
    if (pod === undefined || !isWaiting(pod)) return
    // Room that is kept for it is free for it.
    occupancy.remove(key)
    const now = world()
    const choice = choose(pod, now)
    if ('node' in choice) return bind(pod, choice.node)
    unplaced.add(key)
    if (isPromised(pod, now)) return occupancy.put(pod, textAt(pod, 'status.nominatedNodeName'))
    const preemption = preemptionFor(pod, choice.contested, now)
    if (preemption === undefined) return writes.refuse(pod, choice.why + choice.instead)
    occupancy.put(pod, preemption.node)
    await writes.preempt(pod, preemption)
    await writes.refuse(pod, choice.why, preemption.node)
  }

  async function bind(pod: ApiObject, node: string): Promise<void> {
    // The next placement must count this pod before the informer receives the binding.
    occupancy.put(pod, node)
    let isThere = false
    try {
      isThere = await writes.bind(pod, node)
    } finally {
      if (!isThere) settle(pod)
    }
  }

  /** Records the node on which the pod was placed in the end. */
  function settle(pod: ApiObject): void {
    const stored = context.informer(PODS).get(namespacedName(pod))
    if (stored === undefined || nodeNameOf(stored) === '') occupancy.remove(keyOf(pod))
  }

  /** The more important first. */
  function retry(): void {
    const priority = (key: string): number => numberAt(context.informer(PODS).get(splitKey(key)) ?? {}, 'spec.priority')
    for (const key of [...unplaced].sort((a, b) => priority(b) - priority(a))) queue.add(key)
  }

  /** Another's coming or its labels help those alone that want others near. */
  function retryNear(): void {
    for (const key of unplaced) {
      const pod = context.informer(PODS).get(splitKey(key))
      if (pod !== undefined && looksAround(pod)) queue.add(key)
    }
  }

  function place(pod: ApiObject): void {
    const node = nodeNameOf(pod)
    if (node === '' || hasFinished(pod)) return vacate(pod)
    occupancy.put(pod, node)
  }

  function vacate(pod: ApiObject): void {
    if (occupancy.remove(keyOf(pod))) retry()
  }

  function look(pod: ApiObject): void {
    if (isWaiting(pod)) queue.add(keyOf(pod))
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
        place(pod)
        look(pod)
      },
      updated(pod, before) {
        const isMoved = nodeNameOf(pod) !== nodeNameOf(before) || hasFinished(pod) !== hasFinished(before)
        const isRelabelled = !equalJson(pod.metadata?.labels ?? {}, before.metadata?.labels ?? {})
        if (isMoved || isRelabelled || isBeingDeleted(pod) !== isBeingDeleted(before)) place(pod)
        if (isMoved || isRelabelled) retryNear()
        if (isWaiting(pod) && (!isWaiting(before) || !equalJson(partOf(pod, 'spec'), partOf(before, 'spec')))) look(pod)
      },
      deleted(pod) {
        unplaced.delete(keyOf(pod))
        vacate(pod)
      },
    }),
  ])
}

/** To who looks for a node. */
const isSameNode = (node: ApiObject, before: ApiObject): boolean =>
  equalJson(partOf(node, 'spec'), partOf(before, 'spec')) &&
  equalJson(node.metadata?.labels ?? {}, before.metadata?.labels ?? {}) &&
  equalJson(valueAt(node, 'status.allocatable') ?? null, valueAt(before, 'status.allocatable') ?? null)
