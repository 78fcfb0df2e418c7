import type { ApiObject } from '../../api/object.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { NODES } from '../kinds.ts'
import { queueController } from '../queue-controller.ts'

/**
 * The annotated seconds for each range of the number of nodes. The ranges overlap: the step changes only when the number
 * leaves the range of the current step.
 */
const STEPS = [
  { min: 0, max: 100, seconds: 0 },
  { min: 90, max: 500, seconds: 15 },
  { min: 450, max: 1000, seconds: 30 },
  { min: 900, max: 2000, seconds: 60 },
  { min: 1800, max: 10_000, seconds: 300 },
  { min: 9000, max: Infinity, seconds: 600 },
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

  /**
   * Counts nodes and adjusts the step. Nodes receive the value of a new step with their next change, because the value
   * is not urgent.
   */
  function changeCount(by: number): void {
    count += by
    if (count > (STEPS[step]?.max ?? Infinity)) step++
    else if (count < (STEPS[step]?.min ?? 0)) step--
  }

  const add = (node: ApiObject): void => queue.add(keyOf(node))
  return queueController(context, [NODES], queue, () => [
    context.informer(NODES).addEventHandler({
      added(node) {
        changeCount(1)
        add(node)
      },
      updated: add,
      deleted: () => changeCount(-1),
    }),
  ])
}
