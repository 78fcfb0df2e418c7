import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { Quantity } from '../../api/quantity.ts'
import { addQuantities, compareQuantities, parseQuantity } from '../../api/quantity.ts'
import { listAt, valueAt } from '../path.ts'

type Amounts = Map<string, Quantity>

const COUNTED = ['cpu', 'memory']

/** Adds a container's requests or limits to the sums; returns how many of the counted resources it has. */
function add(container: JsonObject, kind: string, sums: Amounts): number {
  const given = valueAt(container, `resources.${kind}`)
  let count = 0
  for (const name of COUNTED) {
    const amount = isObject(given) ? given[name] : undefined
    if (typeof amount !== 'string') continue
    const quantity = parseQuantity(amount)
    if (quantity.unscaled <= 0n) continue
    const sum = sums.get(name)
    sums.set(name, sum === undefined ? quantity : addQuantities(quantity, sum))
    count += 1
  }
  return count
}

/**
 * `Guaranteed`: every container limits cpu and memory, and the sums of requests equal the sums of limits. `BestEffort`: no
 * container requests or limits cpu or memory. `Burstable`: any other pod. Zero counts as absent.
 */
export function qosClass(pod: JsonObject): string {
  const requests: Amounts = new Map()
  const limits: Amounts = new Map()
  let limited = true
  for (const container of [...listAt(pod, 'spec.containers'), ...listAt(pod, 'spec.initContainers')]) {
    if (!isObject(container)) continue
    add(container, 'requests', requests)
    if (add(container, 'limits', limits) < COUNTED.length) limited = false
  }
  if (requests.size === 0 && limits.size === 0) return 'BestEffort'
  const isMet = ([name, request]: [string, Quantity]): boolean => {
    const limit = limits.get(name)
    return limit !== undefined && compareQuantities(limit, request) === 0
  }
  return limited && requests.size === limits.size && [...requests].every(isMet) ? 'Guaranteed' : 'Burstable'
}
