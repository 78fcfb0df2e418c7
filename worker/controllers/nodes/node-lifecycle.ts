import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatTime } from '../../clock/clock.ts'
import { equalJson } from '../../patch/json-values.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { NODES } from '../kinds.ts'
import { taintsOf } from './no-execute-taints.ts'
import { readiness, retainted, taintNames, wantedNoExecute, wantedNoSchedule } from './node-taints.ts'
import { queueController } from '../queue-controller.ts'

/** Not the key of any node. */
const ALL = 'all'

/**
 * Taints nodes by their conditions, and completes their labels. Conditions are never marked Unknown: no kubelet reports
 * here, so a missing heartbeat is no failure.
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
  /** The stable label and the beta label hold the same value: the first one decides. */
  const labels = ['os', 'arch'].map((what) => ({
    key: dialect.spell(`{labels}/${what}`),
    old: dialect.spell(`beta.{labels}/${what}`),
  }))
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
      const counted = all.filter(({ metadata }) => !(excluded in (metadata?.labels ?? {})))
      const isLost = counted.every((node) => readiness(node) !== 'True')
      for (const node of all) await retaint(node, 'NoExecute', wantedNoExecute(names, node, isLost))
      return
    }
    const node = nodes.get(splitKey(key))
    if (node === undefined) return
    const given = node.metadata?.labels ?? {}
    const missing = labels.filter(({ key: name, old }) => name in given && given[old] !== given[name])
    if (missing.length > 0) {
      const added = Object.fromEntries(missing.map(({ key: name, old }) => [old, given[name] ?? '']))
      await write(node, { labels: added })
    }
    await retaint(nodes.get(splitKey(key)) ?? node, 'NoSchedule', wantedNoSchedule(names, node))
  }

  async function retaint(
    node: ApiObject,
    effect: 'NoSchedule' | 'NoExecute',
    wanted: readonly string[],
  ): Promise<void> {
    const taints = retainted(names, node, { effect, keys: wanted }, formatTime(clock.now()))
    if (taints !== undefined) await write(node, { spec: { taints: taints.length > 0 ? taints : null } })
  }

  function tell(node: ApiObject, reason: string, what: string): void {
    const { name = '' } = node.metadata ?? {}
    recorder.event(node, 'Normal', reason, `Node ${name} event: ${what.replace('%', name)}`)
  }

  return queueController(context, [NODES], queue, () => [
    context.informer(NODES).addEventHandler({
      added(node) {
        tell(node, 'RegisteredNode', 'Registered Node % in Controller')
        queue.add(keyOf(node))
        queue.add(ALL)
      },
      updated(node, before) {
        queue.add(keyOf(node))
        if (readiness(node) !== readiness(before) || !equalJson(taintsOf(node), taintsOf(before))) queue.add(ALL)
      },
      deleted(node) {
        tell(node, 'RemovingNode', 'Removing Node % from Controller')
        queue.add(ALL)
      },
    }),
  ])
}
