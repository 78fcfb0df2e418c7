import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { equalJson } from '../../patch/json-values.ts'
import { textAt } from '../../resources/path.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { NODES, PODS } from '../kinds.ts'
import { disruptionCondition, patchPodStatus } from './disrupted-pods.ts'
import { EvictionTimers } from './eviction-timers.ts'
import { noExecuteTaints, toleratedTime, tolerationsOf } from './tolerations.ts'
import { queueController } from '../queue-controller.ts'

const EVICTED = {
  reason: 'DeletionByTaintManager',
  message: 'Taint manager: deleting due to NoExecute taint',
}

/** Evicts pods from nodes with `NoExecute` taints that they do not tolerate, or no longer tolerate. */
export const taintEviction = {
  name: 'taint-eviction-controller',
  open: openTaintEviction,
} satisfies ManagerController

function openTaintEviction(context: ManagerContext): Controller {
  const recorder = context.recorder('taint-eviction-controller')
  const queue = context.queue((key) => evict(context, key))

  /** Records an event about a pod. The pod may be deleted by now, so the event names it by its key. */
  function record(key: string, what: string): void {
    const about = { kind: 'Pod', apiVersion: 'v1', metadata: { ...splitKey(key) } }
    recorder.event(about, 'Normal', 'TaintManagerEviction', `${what} Pod ${key}`)
  }

  const timers = new EvictionTimers(context.clock, {
    fired(key) {
      record(key, 'Marking for deletion')
      queue.add(key)
    },
    cancelled: (key) => record(key, 'Cancelling deletion of'),
  })

  function scheduleEviction(pod: ApiObject, node: ApiObject): void {
    const key = keyOf(pod)
    const time = toleratedTime(tolerationsOf(pod), noExecuteTaints(node))
    if (time === Infinity || time === 0) timers.cancel(key)
    if (time !== Infinity) timers.schedule(key, time)
  }

  function checkPod(pod: ApiObject): void {
    const node = context.informer(NODES).get({ namespace: '', name: textAt(pod, 'spec.nodeName') })
    if (node !== undefined && noExecuteTaints(node).length > 0) scheduleEviction(pod, node)
  }

  function checkPodsOn(node: ApiObject): void {
    for (const pod of context.informer(PODS).list())
      if (textAt(pod, 'spec.nodeName') === node.metadata?.name) scheduleEviction(pod, node)
  }

  const controller = queueController(context, [NODES, PODS], queue, () => [
    context.informer(NODES).addEventHandler({
      added: (node) => (noExecuteTaints(node).length > 0 ? checkPodsOn(node) : undefined),
      updated: (node, before) =>
        equalJson(noExecuteTaints(node), noExecuteTaints(before)) ? undefined : checkPodsOn(node),
    }),
    context.informer(PODS).addEventHandler({
      added: checkPod,
      updated(pod, before) {
        const isSame =
          textAt(pod, 'spec.nodeName') === textAt(before, 'spec.nodeName') &&
          equalJson(tolerationsOf(pod), tolerationsOf(before))
        if (!isSame) checkPod(pod)
      },
      deleted: (pod) => timers.cancel(keyOf(pod)),
    }),
  ])
  return {
    ...controller,
    stop() {
      controller.stop()
      timers.stop()
    },
  }
}

async function evict({ objects, clock }: ManagerContext, key: string): Promise<void> {
  const place = splitKey(key)
  const pod = await objects.get(PODS, place)
  if (pod === undefined) return
  const condition = disruptionCondition(pod, EVICTED, clock)
  try {
    if (condition !== undefined) await patchPodStatus(objects, pod, { conditions: [condition] })
    await objects.delete(PODS, place)
  } catch (error) {
    if (!wasRefused(error, 'NotFound')) throw error
  }
}
