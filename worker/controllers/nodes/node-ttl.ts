import type { ApiObject } from '../../api/object.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { NODES } from '../kinds.ts'
import { queueController } from '../queue-controller.ts'

/**
 * Seconds for each size of the cluster. The ranges overlap: the step changes only when the number of nodes leaves the
 * range of the current step.
 */
const STEPS = [
  { least: 0, most: 100, seconds: 0 },
  { least: 90, most: 500, seconds: 15 },
  { least: 450, most: 1000, seconds: 30 },
  { least: 900, most: 2000, seconds: 60 },
  { least: 1800, most: 10_000, seconds: 300 },
  { least: 9000, most: Infinity, seconds: 600 },
]

/** Annotates nodes with the time for which they may cache secrets and config maps. */
export const nodeTtl = {
  name: 'ttl-controller',
  alias: 'ttl',
  open: openNodeTtl,
} satisfies ManagerController

function openNodeTtl(context: ManagerContext): Controller {
  const annotation = context.dialect.spell('node.alpha.{labels}/ttl')
  let count = 0
  let step = 0

  const queue = context.queue(async (key) => {
    const node = context.informer(NODES).get(splitKey(key))
    const seconds = String(STEPS[step]?.seconds ?? 0)
    if (node === undefined || node.metadata?.annotations?.[annotation] === seconds) return
    const metadata = { annotations: { [annotation]: seconds } }
    await context.objects.patch(NODES, namespacedName(node), 'merge', { metadata })
  })

  /** Nodes receive the value of a new step with their next change, because the value is not urgent. */
  function counted(by: number): void {
    count += by
    if (count > (STEPS[step]?.most ?? Infinity)) step++
    else if (count < (STEPS[step]?.least ?? 0)) step--
  }

  const add = (node: ApiObject): void => queue.add(keyOf(node))
  return queueController(context, [NODES], queue, () => [
    context.informer(NODES).addEventHandler({
      added(node) {
        counted(1)
        add(node)
      },
      updated: add,
      deleted: () => counted(-1),
    }),
  ])
}
