import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { equalJson } from '../../patch/json-values.ts'
import { textAt } from '../../resources/path.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { NODES, PODS } from '../kinds.ts'
import { disruptionCondition, patchStatus } from './disrupted-pods.ts'
import { noExecuteTaints, stay, tolerationsOf } from './no-execute-taints.ts'
import { queueController } from '../queue-controller.ts'

const EVICTED = {
  reason: 'DeletionByTaintManager',
  message: 'Taint manager: deleting due to NoExecute taint',
}

/** Pods leave nodes with `NoExecute` taints, as soon as they tolerate these no longer. */
export const taintEviction = {
  name: 'taint-eviction-controller',
  open: openTaintEviction,
} satisfies ManagerController

function openTaintEviction(context: ManagerContext): Controller {
  const { objects, clock } = context
  const recorder = context.recorder('taint-eviction-controller')
  const queue = context.queue(evict)
  /** The cancel functions of scheduled evictions, by pod key; undefined: the pod was deleted. */
  const evictions = new Map<string, (() => void) | undefined>()

  async function evict(key: string): Promise<void> {
    const place = splitKey(key)
    const pod = await objects.get(PODS, place)
    if (pod === undefined) return
    const condition = disruptionCondition(pod, EVICTED, clock)
    try {
      if (condition !== undefined) await patchStatus(objects, pod, { conditions: [condition] })
      await objects.delete(PODS, place)
    } catch (error) {
      if (!wasRefused(error, 'NotFound')) throw error
    }
  }

  /** Of a pod that may be gone: it is named by what is left. */
  function tell(key: string, what: string): void {
    const about = { kind: 'Pod', apiVersion: 'v1', metadata: { ...splitKey(key) } }
    recorder.event(about, 'Normal', 'TaintManagerEviction', `${what} Pod ${key}`)
  }

  function cancel(key: string): void {
    const callOff = evictions.get(key)
    evictions.delete(key)
    if (callOff === undefined) return
    callOff()
    tell(key, 'Cancelling deletion of')
  }

  function fire(key: string): void {
    evictions.set(key, undefined)
    tell(key, 'Marking for deletion')
    queue.add(key)
  }

  /** A scheduled eviction is not rescheduled. */
  function schedule(key: string, ms: number): void {
    if (evictions.has(key)) return
    if (ms === 0) return fire(key)
    evictions.set(
      key,
      clock.after(ms, () => fire(key)),
    )
  }

  function look(pod: ApiObject, node: ApiObject): void {
    const key = keyOf(pod)
    const time = stay(tolerationsOf(pod), noExecuteTaints(node))
    if (time === Infinity) return cancel(key)
    if (time === 0) {
      cancel(key)
      schedule(key, 0)
    } else schedule(key, time)
  }

  function lookAt(pod: ApiObject): void {
    const node = context.informer(NODES).get({ namespace: '', name: textAt(pod, 'spec.nodeName') })
    if (node !== undefined && noExecuteTaints(node).length > 0) look(pod, node)
  }

  function lookOn(node: ApiObject): void {
    for (const pod of context.informer(PODS).list())
      if (textAt(pod, 'spec.nodeName') === node.metadata?.name) look(pod, node)
  }

  const controller = queueController(context, [NODES, PODS], queue, () => [
    context.informer(NODES).addEventHandler({
      added: (node) => (noExecuteTaints(node).length > 0 ? lookOn(node) : undefined),
      updated: (node, before) => (equalJson(noExecuteTaints(node), noExecuteTaints(before)) ? undefined : lookOn(node)),
    }),
    context.informer(PODS).addEventHandler({
      added: lookAt,
      updated(pod, before) {
        const isSame =
          textAt(pod, 'spec.nodeName') === textAt(before, 'spec.nodeName') &&
          equalJson(tolerationsOf(pod), tolerationsOf(before))
        if (!isSame) lookAt(pod)
      },
      deleted: (pod) => cancel(keyOf(pod)),
    }),
  ])
  return {
    ...controller,
    stop() {
      controller.stop()
      for (const callOff of evictions.values()) callOff?.()
      evictions.clear()
    },
  }
}
