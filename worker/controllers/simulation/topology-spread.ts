import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { matches } from '../../resources/rules/label-selector.ts'
import { listAt, numberAt, textAt } from '../../resources/path.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import { isSelected } from '../nodes/node-selection.ts'
import { isBeingDeleted } from '../object-parts.ts'
import type { Filter } from './node-filters.ts'
import { domainOf, type ClusterSnapshot } from './pod-affinity.ts'

const REASON = "node(s) didn't match pod topology spread constraints"

/** The filter of `topologySpreadConstraints` with `DoNotSchedule`. */
export function spreadFilter(pod: ApiObject, snapshot: ClusterSnapshot): Filter {
  const constraints = listAt(pod, 'spec.topologySpreadConstraints')
    .filter(isObject)
    .filter((one) => textAt(one, 'whenUnsatisfiable') !== 'ScheduleAnyway')
  const all = constraints.map((constraint) => {
    const counts = countsOf(constraint, pod, snapshot)
    const fewest = Math.min(...counts.values())
    const isScarce = counts.size < numberAt(constraint, 'minDomains')
    const matchesSelf = matches(constraint['labelSelector'], pod.metadata?.labels ?? {}) === true
    return { constraint, counts, least: isScarce ? 0 : fewest, selfMatch: matchesSelf ? 1 : 0 }
  })
  return ({ node }) => {
    for (const { constraint, counts, least, selfMatch } of all) {
      const domain = domainOf(node, textAt(constraint, 'topologyKey'))
      if (domain === undefined) return { reasons: [`${REASON} (missing required label)`], isFinal: true }
      const skew = (counts.get(domain) ?? 0) + selfMatch - least
      if (skew > numberAt(constraint, 'maxSkew')) return { reasons: [REASON], isFinal: false }
    }
    return undefined
  }
}

/** For each domain that the pod may be in, the number of pods that the constraint selects there. */
function countsOf(constraint: JsonObject, pod: ApiObject, snapshot: ClusterSnapshot): ReadonlyMap<string, number> {
  const key = textAt(constraint, 'topologyKey')
  const counts = new Map<string, number>()
  const isHonoured = textAt(constraint, 'nodeAffinityPolicy') !== 'Ignore'
  const domains = new Map<string, string>()
  for (const node of snapshot.nodes) {
    const domain = domainOf(node, key)
    if (domain === undefined || (isHonoured && !isSelected(node, pod))) continue
    domains.set(node.metadata?.name ?? '', domain)
    counts.set(domain, 0)
  }
  const { namespace } = namespacedName(pod)
  for (const { pod: other, node } of snapshot.placed()) {
    const domain = domains.get(node)
    if (domain === undefined || namespacedName(other).namespace !== namespace || isBeingDeleted(other)) continue
    if (matches(constraint['labelSelector'], other.metadata?.labels ?? {}) !== true) continue
    counts.set(domain, (counts.get(domain) ?? 0) + 1)
  }
  return counts
}
