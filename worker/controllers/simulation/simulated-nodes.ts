import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { formatTime } from '../../clock/clock.ts'
import { equalJson } from '../../patch/json-values.ts'
import { textAt } from '../../resources/path.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { LEASES, NODES, PODS, SERVICES } from '../kinds.ts'
import { readiness } from '../nodes/node-taints.ts'
import { queueController } from '../queue-controller.ts'
import { CREATED_MARK } from './created-mark.ts'
import { FIRST_NODE, freeRange, leaseOf, nodeFacts } from './node-facts.ts'
import { nodeNameOf } from './occupancy.ts'
import { CONFIGURATION, openKubelet } from './simulated-kubelet.ts'

const WRITER = '{agent}'

/**
 * Nodes without machines. The status of their pods changes as a kubelet would report it, although no container runs
 * (ADR 0021).
 */
export const simulatedNodes = {
  name: 'simulated-nodes',
  isDisabledByDefault: true,
  open: openSimulatedNodes,
} satisfies ManagerController

function openSimulatedNodes(context: ManagerContext): Controller {
  const { dialect } = context
  const objects = context.objectsAs(WRITER)
  const { isSimulated } = nodeFacts(dialect)
  const kubelet = openKubelet(context, { objects, writer: WRITER, isSimulated })
  const { complete, createFirst } = nodeCompletion(context, objects)
  const queue = context.queue(complete)

  function checkPodsOn(node: ApiObject): void {
    const { name } = namespacedName(node)
    for (const pod of context.informer(PODS).list()) if (nodeNameOf(pod) === name) kubelet.podChanged(pod)
  }

  const checkPending = (object: ApiObject): void => kubelet.enqueuePending(namespacedName(object).namespace)
  const isReset = (node: ApiObject): boolean => textAt(node, 'spec.podCIDR') === ''
  const canWork = (node: ApiObject): boolean =>
    isSimulated(node) && !isReset(node) && readiness(node) !== undefined && readiness(node) !== 'Unknown'

  const controller = queueController(context, [NODES, PODS, SERVICES, ...CONFIGURATION], queue, () => [
    ...CONFIGURATION.map((kind) =>
      context.informer(kind).addEventHandler({ added: checkPending, updated: checkPending }),
    ),
    context.informer(NODES).addEventHandler({
      added(node) {
        queue.add(keyOf(node))
        checkPodsOn(node)
      },
      updated(node, before) {
        if (!equalJson(node['status'] ?? null, before['status'] ?? null) || isReset(node)) queue.add(keyOf(node))
        if (canWork(node) && !canWork(before)) checkPodsOn(node)
      },
    }),
    context.informer(PODS).addEventHandler({
      added: (pod) => kubelet.podChanged(pod),
      updated: (pod) => kubelet.podChanged(pod),
      deleted: (pod) => kubelet.podDeleted(pod),
    }),
  ])

  return {
    ...controller,
    needs: [...controller.needs, LEASES],
    async start() {
      await controller.start()
      await createFirst()
    },
    stop() {
      controller.stop()
      kubelet.queue.stop()
    },
  }
}

interface NodeCompletion {
  /** Completes the simulated node of a key: its addresses, its status and its lease. */
  complete(key: string): Promise<void>
  /** Creates the first node of a cluster without nodes. */
  createFirst(): Promise<void>
}

function nodeCompletion(context: ManagerContext, objects: ObjectClient): NodeCompletion {
  const { clock, dialect } = context
  const { isSimulated, completion } = nodeFacts(dialect)
  const given = () => ({
    range: freeRange(context.informer(NODES).list()),
    time: formatTime(clock.now()),
    id: () => clock.uuid(),
  })

  async function completeOne(key: string): Promise<void> {
    const node = context.informer(NODES).get(splitKey(key))
    if (node === undefined || !isSimulated(node)) return
    const wanted = completion(node, given())
    try {
      if (wanted.node !== undefined) await objects.patch(NODES, namespacedName(node), 'merge', wanted.node)
      if (wanted.status !== undefined) {
        await objects.patchStatus(NODES, namespacedName(node), 'strategic', { status: wanted.status })
      }
      await createLease(node)
    } catch (error) {
      if (!wasRefused(error, 'NotFound')) throw error
    }
  }

  /**
   * Creates the lease once and never renews it: clients that describe a node read the lease, but no controller here checks
   * heartbeats.
   */
  async function createLease(node: ApiObject): Promise<void> {
    const lease = leaseOf(node, dialect, clock.now())
    if ((await objects.get(LEASES, namespacedName(lease))) === undefined) await objects.create(LEASES, lease)
  }

  /**
   * Resolves after the last completion. Completions run one after the other, so that two nodes never take the same address
   * range.
   */
  let last: Promise<unknown> = Promise.resolve()
  return {
    complete(key) {
      const done = last.then(() => completeOne(key))
      last = done.catch(() => undefined)
      return done
    },
    async createFirst() {
      const [one] = context.informer(NODES).list()
      if (one !== undefined) return
      const annotations = { [dialect.spell(CREATED_MARK)]: 'true' }
      const { node, status } = completion({ metadata: { name: FIRST_NODE, annotations } }, given())
      const merged = { ...node?.metadata?.annotations, ...annotations }
      const metadata = { ...node?.metadata, name: FIRST_NODE, annotations: merged }
      try {
        await objects.create(NODES, { ...node, metadata, status })
      } catch (error) {
        // Another server of the same cluster has created it.
        if (!wasRefused(error, 'AlreadyExists')) throw error
      }
    },
  }
}
