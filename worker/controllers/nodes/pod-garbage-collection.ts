import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { NODES, PODS } from '../kinds.ts'
import { disruptionCondition, patchStatus, type Disruption } from './disrupted-pods.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { conditionOf, hasFinished } from '../pod-states.ts'
import { queueController } from '../queue-controller.ts'

/** The real one looks every 20 s, and waits another 40 s whether a node turns up. */
const PERIOD = 20_000
const QUARANTINE = 40_000 + PERIOD
/** `--terminated-pod-gc-threshold`. */
const KEPT = 12_500

const NODE_GONE: Disruption = { reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' }
/** Not the key of any pod. */
const FINISHED = 'finished'

/** Deletes pods without a kubelet: pods of deleted nodes, unscheduled terminating pods, and excess finished pods. */
export const podGarbageCollection = {
  name: 'pod-garbage-collector-controller',
  alias: 'podgc',
  open: openPodGarbageCollection,
} satisfies ManagerController

function openPodGarbageCollection(context: ManagerContext): Controller {
  const { objects, clock } = context
  const outOfService = context.dialect.spell('node.{labels}/out-of-service')
  const queue = context.queue(sync)
  let finished = 0

  const nodeOf = (pod: ApiObject): ApiObject | undefined =>
    context.informer(NODES).get({ namespace: '', name: textAt(pod, 'spec.nodeName') })

  /** Nodes are known by keys without a namespace. */
  async function sync(key: string): Promise<void> {
    if (key === FINISHED) return collectFinished()
    const place = splitKey(key)
    if (place.namespace === '') {
      if (context.informer(NODES).get(place) !== undefined || (await objects.get(NODES, place)) !== undefined) return
      for (const pod of context.informer(PODS).list())
        if (textAt(pod, 'spec.nodeName') === place.name) await remove(pod, NODE_GONE)
      return
    }
    const pod = context.informer(PODS).get(place)
    if (pod !== undefined && isStuck(pod)) await remove(pod)
  }

  /** It will not end by itself: it was never placed, or its node was declared dead. */
  function isStuck(pod: ApiObject): boolean {
    if (!isBeingDeleted(pod)) return false
    if (textAt(pod, 'spec.nodeName') === '') return true
    const node = nodeOf(pod)
    if (node === undefined || conditionOf(node, 'Ready')?.['status'] === 'True') return false
    return listAt(node, 'spec.taints')
      .filter(isObject)
      .some(({ key }) => key === outOfService)
  }

  async function remove(pod: ApiObject, why?: Disruption): Promise<void> {
    try {
      if (!hasFinished(pod)) {
        const condition = why && disruptionCondition(pod, why, clock)
        await patchStatus(objects, pod, { phase: 'Failed', ...(condition && { conditions: [condition] }) })
      }
      await objects.delete(PODS, namespacedName(pod), { gracePeriodSeconds: 0 })
    } catch (error) {
      if (!wasRefused(error, 'NotFound')) throw error
    }
  }

  async function collectFinished(): Promise<void> {
    const pods = Array.from(context.informer(PODS).list()).filter(hasFinished)
    const isEvicted = (pod: ApiObject): number => (textAt(pod, 'status.reason') === 'Evicted' ? 0 : 1)
    const born = ({ metadata }: ApiObject): string => metadata?.creationTimestamp ?? ''
    const order = (a: ApiObject, b: ApiObject): number => {
      if (isEvicted(a) !== isEvicted(b)) return isEvicted(a) - isEvicted(b)
      const [first, second] = born(a) === born(b) ? [keyOf(a), keyOf(b)] : [born(a), born(b)]
      return first < second ? -1 : 1
    }
    for (const pod of pods.sort(order).slice(0, Math.max(0, pods.length - KEPT))) await remove(pod)
  }

  function count(pod: ApiObject, by: number): void {
    if (!hasFinished(pod)) return
    finished += by
    if (finished > KEPT) queue.addAfter(FINISHED, PERIOD)
  }

  function look(pod: ApiObject): void {
    const node = textAt(pod, 'spec.nodeName')
    if (node !== '' && nodeOf(pod) === undefined) queue.addAfter(`/${node}`, QUARANTINE)
    else if (isStuck(pod)) queue.addAfter(keyOf(pod), PERIOD)
  }

  function lookOn(node: ApiObject): void {
    for (const pod of context.informer(PODS).list()) if (textAt(pod, 'spec.nodeName') === node.metadata?.name) look(pod)
  }

  return queueController(context, [NODES, PODS], queue, () => [
    context.informer(NODES).addEventHandler({
      updated: (node, before) => (isDead(node) && !isDead(before) ? lookOn(node) : undefined),
      deleted: lookOn,
    }),
    context.informer(PODS).addEventHandler({
      added(pod) {
        count(pod, 1)
        look(pod)
      },
      updated(pod, before) {
        if (hasFinished(pod) !== hasFinished(before)) count(pod, 1)
        if (isBeingDeleted(pod) || textAt(pod, 'spec.nodeName') !== textAt(before, 'spec.nodeName')) look(pod)
      },
      deleted: (pod) => count(pod, -1),
    }),
  ])

  function isDead(node: ApiObject): boolean {
    return listAt(node, 'spec.taints')
      .filter(isObject)
      .some(({ key }) => key === outOfService)
  }
}
