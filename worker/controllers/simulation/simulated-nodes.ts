import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { formatTime } from '../../clock/clock.ts'
import { equalJson } from '../../patch/json-values.ts'
import { textAt } from '../../resources/path.ts'
import type { Controller, ManagerContext } from '../controller.ts'
import type { ManagerController } from '../manager-controllers.ts'
import { readiness } from '../nodes/node-taints.ts'
import { watchingController } from '../watching-controller.ts'
import { keyOf, placeOf, placeOfKey } from '../object-parts.ts'
import { FIRST_NODE, freeRange, leaseOf, nodeFacts } from './node-facts.ts'
import { nodeNameOf } from './occupancy.ts'
import { CONFIGURATION, podAgent } from './pod-agent.ts'
import { LEASES, NODES, PODS } from '../kinds.ts'

const WRITER = '{agent}'

/**
 * Nodes without machines, and pods on them that go through what a real agent would report, though no container runs.
 * docs/decisions/0021-simulated-nodes.md
 */
export const simulatedNodes = {
  name: 'simulated-nodes',
  isOnRequest: true,
  open: openSimulatedNodes,
} satisfies ManagerController

function openSimulatedNodes(context: ManagerContext): Controller {
  const { clock, dialect } = context
  const objects = context.objectsAs(WRITER)
  const { isSimulated, completed } = nodeFacts(dialect)
  const agent = podAgent(context, { objects, writer: WRITER, isSimulated })
  const queue = context.queue(complete)

  const given = () => ({
    range: freeRange(context.informer(NODES).list()),
    time: formatTime(clock.now()),
    id: () => clock.uuid(),
  })

  /** One after the other: each takes a range that no other has. */
  let completing: Promise<unknown> = Promise.resolve()
  function complete(key: string): Promise<void> {
    const done = completing.then(() => completeOne(key))
    completing = done.catch(() => undefined)
    return done
  }

  async function completeOne(key: string): Promise<void> {
    const node = context.informer(NODES).get(placeOfKey(key))
    if (node === undefined || !isSimulated(node)) return
    const wanted = completed(node, given())
    try {
      if (wanted.node !== undefined) await objects.patch(NODES, placeOf(node), 'merge', wanted.node)
      if (wanted.status !== undefined) {
        await objects.patch(NODES, placeOf(node), 'strategic', { status: wanted.status }, 'status')
      }
      await makeLease(node)
    } catch (error) {
      if (!wasRefused(error, 'NotFound')) throw error
    }
  }

  /** Of the beginning alone: clients that describe a node ask for it, and nobody here listens for a heartbeat. */
  async function makeLease(node: ApiObject): Promise<void> {
    const lease = leaseOf(node, dialect, clock.now())
    if ((await objects.get(LEASES, placeOf(lease))) === undefined) await objects.create(LEASES, lease)
  }

  async function makeFirst(): Promise<void> {
    const [one] = context.informer(NODES).list()
    if (one !== undefined) return
    try {
      const { node, status } = completed({ metadata: { name: FIRST_NODE } }, given())
      await objects.create(NODES, { ...node, metadata: { ...node?.metadata, name: FIRST_NODE }, status })
    } catch (error) {
      // Another server of the same cluster was quicker.
      if (!wasRefused(error, 'AlreadyExists')) throw error
    }
  }

  function lookOn(node: ApiObject): void {
    const { name } = placeOf(node)
    for (const pod of context.informer(PODS).list()) if (nodeNameOf(pod) === name) agent.look(pod)
  }

  const lookBeside = (object: ApiObject): void => agent.lookIn(placeOf(object).namespace)
  const isReset = (node: ApiObject): boolean => textAt(node, 'spec.podCIDR') === ''
  const canWork = (node: ApiObject): boolean =>
    isSimulated(node) && !isReset(node) && readiness(node) !== undefined && readiness(node) !== 'Unknown'

  const controller = watchingController(context, [NODES, PODS, ...CONFIGURATION], queue, () => [
    ...CONFIGURATION.map((kind) => context.informer(kind).handle({ added: lookBeside, changed: lookBeside })),
    context.informer(NODES).handle({
      added(node) {
        queue.add(keyOf(node))
        lookOn(node)
      },
      changed(node, before) {
        if (!equalJson(node['status'] ?? null, before['status'] ?? null) || isReset(node)) queue.add(keyOf(node))
        if (canWork(node) && !canWork(before)) lookOn(node)
      },
    }),
    context.informer(PODS).handle({
      added: (pod) => agent.look(pod),
      changed: (pod) => agent.look(pod),
      gone: (pod) => agent.forget(pod),
    }),
  ])

  return {
    ...controller,
    needs: [...controller.needs, LEASES],
    async start() {
      await controller.start()
      await makeFirst()
    },
    stop() {
      controller.stop()
      agent.queue.stop()
    },
  }
}
