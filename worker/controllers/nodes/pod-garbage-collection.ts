import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { textAt } from '../../resources/path.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { NODES, PODS } from '../kinds.ts'
import { FinishedPods } from './finished-pods.ts'
import { disruptionCondition, patchPodStatus, type Disruption } from './disrupted-pods.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { conditionOf, hasFinished } from '../pod-states.ts'
import { queueController } from '../queue-controller.ts'
import { taintsOf } from './tolerations.ts'

/** Times in milliseconds: the real controller runs every 20 s, and waits another 40 s for a missing node. */
const PERIOD = 20_000
const QUARANTINE = 40_000 + PERIOD
/** The default of `--terminated-pod-gc-threshold`. */
const THRESHOLD = 12_500

const NODE_GONE: Disruption = { reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' }
/** The key for the check of finished pods. No pod has this key, because the key of a pod contains a slash. */
const FINISHED = 'finished'

/**
 * Deletes pods that no kubelet deletes: pods of deleted nodes, terminating pods without a node or on an out-of-service node, and
 * excess finished pods.
 */
export const podGarbageCollection = {
  name: 'pod-garbage-collector-controller',
  alias: 'podgc',
  open: openPodGarbageCollection,
} satisfies ManagerController

function openPodGarbageCollection(context: ManagerContext): Controller {
  const { objects } = context
  const outOfService = context.dialect.spell('node.{labels}/out-of-service')
  const queue = context.queue(sync)
  const finished = new FinishedPods()

  const isOutOfService = (node: ApiObject): boolean => taintsOf(node).some(({ key }) => key === outOfService)
  const nodeOf = (pod: ApiObject): ApiObject | undefined =>
    context.informer(NODES).get({ namespace: '', name: textAt(pod, 'spec.nodeName') })

  /** A key with a namespace names a pod; a key without a namespace names a node. */
  async function sync(key: string): Promise<void> {
    if (key === FINISHED) {
      await removeFinished(context)
      // Deleted pods with finalizers still count, so the check repeats while there are too many.
      return checkCount()
    }
    const place = splitKey(key)
    if (place.namespace === '') {
      if (context.informer(NODES).get(place) !== undefined || (await objects.get(NODES, place)) !== undefined) return
      for (const pod of podsOn(context, place.name)) await removePod(context, pod, NODE_GONE)
      return
    }
    const pod = context.informer(PODS).get(place)
    if (pod !== undefined && isStuck(pod)) await removePod(context, pod)
  }

  /**
   * Whether the pod is being deleted and no kubelet will end it: it has no node, or its node has the out-of-service taint
   * and is not ready.
   */
  function isStuck(pod: ApiObject): boolean {
    if (!isBeingDeleted(pod)) return false
    if (textAt(pod, 'spec.nodeName') === '') return true
    const node = nodeOf(pod)
    return node !== undefined && conditionOf(node, 'Ready')?.['status'] !== 'True' && isOutOfService(node)
  }

  function checkCount(): void {
    if (finished.size > THRESHOLD) queue.addAfter(FINISHED, PERIOD)
  }

  function checkPod(pod: ApiObject): void {
    const node = textAt(pod, 'spec.nodeName')
    if (node !== '' && nodeOf(pod) === undefined) queue.addAfter(`/${node}`, QUARANTINE)
    else if (isStuck(pod)) queue.addAfter(keyOf(pod), PERIOD)
  }

  function checkPodsOn(node: ApiObject): void {
    for (const pod of podsOn(context, node.metadata?.name)) checkPod(pod)
  }

  return queueController(context, [NODES, PODS], queue, () => [
    context.informer(NODES).addEventHandler({
      updated: (node, before) => (isOutOfService(node) && !isOutOfService(before) ? checkPodsOn(node) : undefined),
      deleted: checkPodsOn,
    }),
    context.informer(PODS).addEventHandler({
      added(pod) {
        finished.observe(pod)
        checkCount()
        checkPod(pod)
      },
      updated(pod, before) {
        finished.observe(pod)
        if (hasFinished(pod) && !hasFinished(before)) checkCount()
        if (isBeingDeleted(pod) || textAt(pod, 'spec.nodeName') !== textAt(before, 'spec.nodeName')) checkPod(pod)
      },
      deleted: (pod) => finished.forget(pod),
    }),
  ])
}

/** Removes finished pods beyond the threshold. */
async function removeFinished(context: ManagerContext): Promise<void> {
  const pods = Array.from(context.informer(PODS).list()).filter(hasFinished)
  const excess = Math.max(0, pods.length - THRESHOLD)
  for (const pod of pods.sort(byRemovalOrder).slice(0, excess)) await removePod(context, pod)
}

async function removePod({ objects, clock }: ManagerContext, pod: ApiObject, why?: Disruption): Promise<void> {
  try {
    if (!hasFinished(pod)) {
      const condition = why && disruptionCondition(pod, why, clock)
      await patchPodStatus(objects, pod, { phase: 'Failed', ...(condition && { conditions: [condition] }) })
    }
    await objects.delete(PODS, namespacedName(pod), { gracePeriodSeconds: 0 })
  } catch (error) {
    if (!wasRefused(error, 'NotFound')) throw error
  }
}

const isEvicted = (pod: ApiObject): boolean => textAt(pod, 'status.reason') === 'Evicted'

/** Evicted pods first, then by creation time, then by name. */
function byRemovalOrder(a: ApiObject, b: ApiObject): number {
  if (isEvicted(a) !== isEvicted(b)) return isEvicted(a) ? -1 : 1
  const created = ({ metadata }: ApiObject): string => metadata?.creationTimestamp ?? ''
  const [first, second] = created(a) === created(b) ? [keyOf(a), keyOf(b)] : [created(a), created(b)]
  return first < second ? -1 : 1
}

function podsOn({ informer }: ManagerContext, node: string | undefined): readonly ApiObject[] {
  return Array.from(informer(PODS).list()).filter((pod) => textAt(pod, 'spec.nodeName') === node)
}
