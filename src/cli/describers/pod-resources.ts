import type { JsonObject } from '../../../worker/api/json.ts'
import { stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Quantity } from '../../../worker/api/quantity.ts'
import { addQuantities, compareQuantities, parseQuantity } from '../../../worker/api/quantity.ts'
import { objects, part } from './fields.ts'

export type Resources = ReadonlyMap<string, Quantity>

const NONE: Resources = new Map()

/**
 * The requests or limits of a pod: the sum of its containers, or the amount of an init container when that is larger.
 */
export function podResources({ spec, status }: ApiObject, kind: 'requests' | 'limits'): Resources {
  const { containers, initContainers, overhead } = part(spec)
  const states = objects(part(status).containerStatuses)
  const isInfeasible = part(status).resize === 'Infeasible'
  let sum = NONE
  for (const container of objects(containers)) {
    const state = kind === 'limits' ? undefined : states.find(({ name }) => name === container.name)
    const wanted = resourcesOf(part(container.resources)[kind])
    const allocated = resourcesOf(state?.allocatedResources)
    const effective = isInfeasible ? allocated : larger(wanted, allocated)
    sum = combined(sum, state === undefined ? wanted : effective)
  }
  let beside = NONE
  let starting = NONE
  for (const { resources, restartPolicy } of objects(initContainers)) {
    const wanted = resourcesOf(part(resources)[kind])
    const restarts = restartPolicy === 'Always'
    const together = combined(beside, wanted)
    if (restarts) {
      sum = combined(sum, wanted)
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
    Object.entries(part(list) satisfies JsonObject).map(([name, text]) => [name, parseQuantity(stringOrEmpty(text))]),
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
