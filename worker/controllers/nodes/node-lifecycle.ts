import { nameOf } from '../object-parts.ts'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatTime } from '../../clock/clock.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { equalJson } from '../../patch/json-values.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { NODES } from '../kinds.ts'
import { taintsOf } from './tolerations.ts'
import { readiness, retainted, taintNames, wantedNoExecute, wantedNoSchedule } from './node-taints.ts'
import { markUnreported } from './unreported-nodes.ts'
import { queueController } from '../queue-controller.ts'

/** The key for a sync of all nodes. No node has this key, because the key of a node contains a slash. */
const ALL = 'all'

/**
 * Taints nodes by their conditions, and completes their labels. Conditions become Unknown when no agent has ever reported them.
 * Later heartbeats do not count: the agents of simulated nodes send none.
 */
export const nodeLifecycle = {
  name: 'node-lifecycle-controller',
  alias: 'nodelifecycle',
  open: openNodeLifecycle,
} satisfies ManagerController

interface Change {
  readonly labels?: JsonObject
  readonly spec?: JsonObject
}

function openNodeLifecycle(context: ManagerContext): Controller {
  const { objects, clock, dialect } = context
  const names = taintNames(dialect.spell)
  const recorder = context.recorder('node-controller')
  const excluded = dialect.spell('node.{labels}/exclude-disruption')
  const labels = mirroredLabels(dialect)
  const queue = context.queue(sync)

  function write(node: ApiObject, { labels: added, spec }: Change): Promise<unknown> {
    const { resourceVersion = '' } = node.metadata ?? {}
    const metadata = { resourceVersion, ...(added && { labels: added }) }
    return objects.patch(NODES, namespacedName(node), 'merge', { metadata, ...(spec && { spec }) })
  }

  async function sync(key: string): Promise<void> {
    const nodes = context.informer(NODES)
    if (key === ALL) {
      const all = [...nodes.list()]
      const included = all.filter(({ metadata }) => !(excluded in (metadata?.labels ?? {})))
      const isDisconnected = included.every((node) => readiness(node) !== 'True')
      for (const node of all) await retaint(node, 'NoExecute', wantedNoExecute(names, node, isDisconnected))
      return
    }
    const node = nodes.get(splitKey(key))
    if (node === undefined) return
    const added = missingLabels(node, labels)
    if (added !== undefined) await write(node, { labels: added })
    await retaint(nodes.get(splitKey(key)) ?? node, 'NoSchedule', wantedNoSchedule(names, node))
    const wait = await markUnreported(context, nodes.get(splitKey(key)) ?? node)
    if (wait !== undefined) queue.addAfter(key, wait)
  }

  async function retaint(
    node: ApiObject,
    effect: 'NoSchedule' | 'NoExecute',
    wanted: readonly string[],
  ): Promise<void> {
    const taints = retainted(names, node, { effect, keys: wanted }, formatTime(clock.now()))
    if (taints !== undefined) await write(node, { spec: { taints: taints.length > 0 ? taints : null } })
  }

  const record = (node: ApiObject, reason: string, text: string): void =>
    recorder.event(node, 'Normal', reason, `Node ${nameOf(node)} event: ${text}`)

  return queueController(context, [NODES], queue, () => [
    context.informer(NODES).addEventHandler({
      added(node) {
        record(node, 'RegisteredNode', `Registered Node ${nameOf(node)} in Controller`)
        queue.add(keyOf(node))
        queue.add(ALL)
      },
      updated(node, before) {
        queue.add(keyOf(node))
        if (readiness(node) !== readiness(before) || !equalJson(taintsOf(node), taintsOf(before))) queue.add(ALL)
      },
      deleted(node) {
        record(node, 'RemovingNode', `Removing Node ${nameOf(node)} from Controller`)
        queue.add(ALL)
      },
    }),
  ])
}

interface MirroredLabel {
  readonly stable: string
  readonly beta: string
}

/** The pairs of a stable label and its beta label. The beta label must have the value of the stable label. */
const mirroredLabels = ({ spell }: Dialect): readonly MirroredLabel[] =>
  ['os', 'arch'].map((what) => ({ stable: spell(`{labels}/${what}`), beta: spell(`beta.{labels}/${what}`) }))

/** The beta labels that a node lacks; undefined when it has them all. */
function missingLabels(node: ApiObject, labels: readonly MirroredLabel[]): JsonObject | undefined {
  const given = node.metadata?.labels ?? {}
  const missing = labels.filter(({ stable, beta }) => Object.hasOwn(given, stable) && given[beta] !== given[stable])
  return missing.length > 0
    ? Object.fromEntries(missing.map(({ stable, beta }) => [beta, given[stable] ?? '']))
    : undefined
}
