import { durationOf, type Int64, isInt64 } from '../../api/int64.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt } from '../../resources/path.ts'

export const taintsOf = (node: ApiObject): JsonObject[] => listAt(node, 'spec.taints').filter(isObject)

export const noExecuteTaints = (node: ApiObject): JsonObject[] =>
  taintsOf(node).filter(({ effect }) => effect === 'NoExecute')

export const tolerationsOf = (pod: ApiObject): JsonObject[] => listAt(pod, 'spec.tolerations').filter(isObject)

export function tolerates(
  { key = '', operator = '', value = '', effect = '' }: JsonObject,
  taint: JsonObject,
): boolean {
  if (effect !== '' && effect !== taint['effect']) return false
  if (key !== '' && key !== taint['key']) return false
  if (operator === '' || operator === 'Equal') return value === (taint['value'] ?? '')
  return operator === 'Exists'
}

/**
 * Milliseconds that a pod may stay on a node with these taints: 0 when it must be evicted at once, Infinity without a
 * limit.
 */
export function toleratedTime(tolerations: readonly JsonObject[], taints: readonly JsonObject[]): number {
  let shortest: Int64 | undefined
  for (const taint of taints) {
    const used = tolerations.find((toleration) => tolerates(toleration, taint))
    if (used === undefined) return 0
    const { tolerationSeconds } = used
    if (!isInt64(tolerationSeconds)) continue
    if (tolerationSeconds <= 0) return 0
    if (shortest === undefined || tolerationSeconds < shortest) shortest = tolerationSeconds
  }
  const time = shortest === undefined ? Infinity : durationOf(shortest)
  // The real controller takes a duration that wraps to a negative one as unlimited.
  return time < 0 ? Infinity : time
}
