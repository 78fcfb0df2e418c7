import type { ApiObject } from '../../api/object.ts'
import { parseQuantity, type Quantity } from '../../api/quantity.ts'
import { inScopes } from '../../admission/quota/check.ts'
import type { Evaluator, ScopeRequirement } from '../../admission/quota/quota.ts'
import { addLists, type ResourceList } from '../../admission/resource-list.ts'

const NONE = parseQuantity('0')

/**
 * The usage of the objects of one resource for each of these quota names; a name without usage has zero. Only objects that match
 * every scope count.
 */
export function usageOf(
  objects: Iterable<ApiObject>,
  evaluator: Evaluator,
  names: readonly string[],
  scopes: readonly ScopeRequirement[],
): ResourceList {
  let used: ResourceList = new Map<string, Quantity>(names.map((name) => [name, NONE]))
  for (const object of objects) {
    if (inScopes(evaluator, object, scopes).length < scopes.length) continue
    used = addLists(used, new Map([...evaluator.usage(object)].filter(([name]) => names.includes(name))))
  }
  return used
}
