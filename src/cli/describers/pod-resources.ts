import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Quantity } from '../../../worker/api/quantity.ts'
import { addQuantities, compareQuantities, parseQuantity } from '../../../worker/api/quantity.ts'

export type Resources = ReadonlyMap<string, Quantity>

const NONE: Resources = new Map()

/**
 * The requests or limits of a pod. An amount is the sum over the containers and the restartable init containers. When an init
 * container, together with the restartable ones before it, needs more, that amount counts instead. The overhead is added,
 * to limits only when they are not zero.
 */
export function podResources({ spec, status }: ApiObject, kind: 'requests' | 'limits'): Resources {
  const { containers, initContainers, overhead } = objectOrEmpty(spec)
  const states = objectsIn(objectOrEmpty(status).containerStatuses)
  const isInfeasible = objectOrEmpty(status).resize === 'Infeasible'
  let sum = NONE
  for (const container of objectsIn(containers)) {
    const state = kind === 'limits' ? undefined : states.find(({ name }) => name === container.name)
    const requested = resourcesOf(objectOrEmpty(container.resources)[kind])
    const allocated = resourcesOf(state?.allocatedResources)
    // During a resize, the larger of the requested and the allocated amount counts. An infeasible resize has no effect.
    const effective = isInfeasible ? allocated : larger(requested, allocated)
    sum = combined(sum, state === undefined ? requested : effective)
  }
  let beside = NONE
  let starting = NONE
  for (const { resources, restartPolicy } of objectsIn(initContainers)) {
    const requested = resourcesOf(objectOrEmpty(resources)[kind])
    const restarts = restartPolicy === 'Always'
    const together = combined(beside, requested)
    if (restarts) {
      sum = combined(sum, requested)
      beside = together
    }
    starting = larger(starting, together)
  }
  const most = larger(sum, starting)
  const extra = resourcesOf(overhead)
  if (kind === 'requests') return combined(most, extra)
  const limited = [...extra].filter(([name]) => (most.get(name)?.unscaled ?? 0n) !== 0n)
  return combined(most, new Map(limited))
}

export const totalResources = (all: readonly Resources[]): Resources => all.reduce(combined, NONE)

const resourcesOf = (list: unknown): Resources =>
  new Map(
    Object.entries(objectOrEmpty(list) satisfies JsonObject).map(([name, text]) => [
      name,
      parseQuantity(stringOrEmpty(text)),
    ]),
  )

const combined = (a: Resources, b: Resources): Resources => merged(a, b, addQuantities)

const larger = (a: Resources, b: Resources): Resources => merged(a, b, (x, y) => (compareQuantities(x, y) < 0 ? y : x))

function merged(a: Resources, b: Resources, join: (x: Quantity, y: Quantity) => Quantity): Resources {
  const all = new Map(a)
  for (const [name, amount] of b) {
    const known = all.get(name)
    all.set(name, known === undefined ? amount : join(known, amount))
  }
  return all
}
