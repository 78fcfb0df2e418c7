import type { JsonObject } from '../api/json.ts'
import { addQuantities, compareQuantities, parseQuantity, type Quantity } from '../api/quantity.ts'
import { objectOf, objectsOf, textOf } from './object-parts.ts'

/** Amounts by resource name: `cpu`, `requests.memory`, `count/secrets`. */
export type ResourceList = ReadonlyMap<string, Quantity>

export const readResourceList = (holder: JsonObject, key: string): Map<string, Quantity> =>
  new Map(Object.entries(objectOf(holder, key)).map(([name, value]) => [name, parseQuantity(String(value))]))

export function addLists(a: ResourceList, b: ResourceList): Map<string, Quantity> {
  const sum = new Map(a)
  for (const [name, amount] of b) {
    const present = sum.get(name)
    sum.set(name, present === undefined ? amount : addQuantities(present, amount))
  }
  return sum
}

/** The larger amount of each resource. */
function largest(a: ResourceList, b: ResourceList): Map<string, Quantity> {
  const result = new Map(a)
  for (const [name, amount] of b) {
    const present = result.get(name)
    if (present === undefined || compareQuantities(amount, present) > 0) result.set(name, amount)
  }
  return result
}

/**
 * The resources that a pod needs: the sum of its concurrent containers, or the need of an init container when that is larger.
 * Restartable init containers run beside all later containers.
 */
export function podResources(spec: JsonObject, kind: 'requests' | 'limits'): Map<string, Quantity> {
  const of = (container: JsonObject): ResourceList => readResourceList(objectOf(container, 'resources'), kind)
  let together: ResourceList = new Map<string, Quantity>()
  for (const container of objectsOf(spec, 'containers')) together = addLists(together, of(container))
  let sidecars: ResourceList = new Map<string, Quantity>()
  let initial: ResourceList = new Map<string, Quantity>()
  for (const container of objectsOf(spec, 'initContainers')) {
    const own = of(container)
    if (textOf(container, 'restartPolicy') === 'Always') {
      together = addLists(together, own)
      sidecars = addLists(sidecars, own)
      initial = largest(initial, sidecars)
    } else initial = largest(initial, addLists(own, sidecars))
  }
  return largest(together, initial)
}

/** `podResources` plus the overhead of the pod. To limits, the overhead is added only for resources that have a limit. */
export function podResourcesWithOverhead(spec: JsonObject, kind: 'requests' | 'limits'): Map<string, Quantity> {
  const resources = podResources(spec, kind)
  const overhead = readResourceList(spec, 'overhead')
  if (kind === 'requests') return addLists(resources, overhead)
  return addLists(resources, new Map([...overhead].filter(([name]) => resources.has(name))))
}
