import type { JsonObject } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { isEmptySelector, matches } from '../../resources/rules/label-selector.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { Filter } from './node-filters.ts'
import type { PlacedPod } from './occupancy.ts'

/** All nodes and pods at the time of one placement. */
export interface ClusterSnapshot {
  readonly nodes: readonly ApiObject[]
  readonly placed: () => Iterable<PlacedPod>
  /** Pods with a required anti-affinity. */
  readonly repelling: () => Iterable<PlacedPod>
  readonly nodeOf: (name: string) => ApiObject | undefined
  readonly namespaceLabels: (name: string) => JsonObject
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const TOWARDS = `spec.affinity.podAffinity.${REQUIRED}`
const AWAY = `spec.affinity.podAntiAffinity.${REQUIRED}`

const termsOf = (pod: ApiObject, path: string): readonly JsonObject[] => listAt(pod, path).filter(isObject)

/** The topology domain of a node: the value of its label `topologyKey`. */
export function domainOf(node: ApiObject | undefined, topologyKey: string): string | undefined {
  const labels = node?.metadata?.labels
  return labels && ownMember(labels, topologyKey)
}

/** Whether an affinity term of `owner` selects the pod. */
function termMatches(term: JsonObject, owner: ApiObject, pod: ApiObject, snapshot: ClusterSnapshot): boolean {
  const namespaces = listAt(term, 'namespaces')
  const { namespaceSelector } = term
  const { namespace } = namespacedName(pod)
  const isNear =
    namespaces.includes(namespace) ||
    (namespaceSelector === undefined && namespaces.length === 0 && namespacedName(owner).namespace === namespace) ||
    (isObject(namespaceSelector) &&
      (isEmptySelector(namespaceSelector) || matches(namespaceSelector, snapshot.namespaceLabels(namespace)) === true))
  return isNear && matches(term['labelSelector'], pod.metadata?.labels ?? {}) === true
}

/** For each term, the domains with a pod that the term selects. */
function domainsOf(
  terms: readonly JsonObject[],
  pod: ApiObject,
  snapshot: ClusterSnapshot,
): readonly ReadonlySet<string>[] {
  const domains = terms.map(() => new Set<string>())
  for (const placed of snapshot.placed()) {
    terms.forEach((term, index) => {
      const domain = domainOf(snapshot.nodeOf(placed.node), textAt(term, 'topologyKey'))
      if (domain !== undefined && termMatches(term, pod, placed.pod, snapshot)) domains[index]?.add(domain)
    })
  }
  return domains
}

/** By topology key, the domains in which existing pods repel the pod. */
function repelledFrom(pod: ApiObject, snapshot: ClusterSnapshot): ReadonlyMap<string, ReadonlySet<string>> {
  const repelled = new Map<string, Set<string>>()
  for (const placed of snapshot.repelling()) {
    for (const term of termsOf(placed.pod, AWAY)) {
      const key = textAt(term, 'topologyKey')
      const domain = domainOf(snapshot.nodeOf(placed.node), key)
      if (domain === undefined || !termMatches(term, placed.pod, pod, snapshot)) continue
      const domains = repelled.get(key) ?? new Set()
      repelled.set(key, domains.add(domain))
    }
  }
  return repelled
}

/** The filter of required pod affinity and anti-affinity. */
export function affinityFilter(pod: ApiObject, snapshot: ClusterSnapshot): Filter {
  const [towards, away] = [termsOf(pod, TOWARDS), termsOf(pod, AWAY)]
  const near = towards.length > 0 ? domainsOf(towards, pod, snapshot) : []
  const far = away.length > 0 ? domainsOf(away, pod, snapshot) : []
  const repelled = repelledFrom(pod, snapshot)
  // The first pod of a group with affinity to itself has no other pod to join.
  const isFirst = near.every(({ size }) => size === 0) && towards.every((term) => termMatches(term, pod, pod, snapshot))
  const isIn = (domains: ReadonlySet<string> | undefined, node: ApiObject, topologyKey: string): boolean => {
    const domain = domainOf(node, topologyKey)
    return domain !== undefined && domains?.has(domain) === true
  }
  return ({ node }) => {
    const isNear = towards.every((term, index) => {
      const key = textAt(term, 'topologyKey')
      return isFirst ? domainOf(node, key) !== undefined : isIn(near[index], node, key)
    })
    if (!isNear) return { reasons: ["node(s) didn't match pod affinity rules"], isFinal: true }
    if (away.some((term, index) => isIn(far[index], node, textAt(term, 'topologyKey')))) {
      return { reasons: ["node(s) didn't match pod anti-affinity rules"], isFinal: false }
    }
    for (const [key, domains] of repelled) {
      if (isIn(domains, node, key)) {
        return { reasons: ["node(s) didn't satisfy existing pods anti-affinity rules"], isFinal: false }
      }
    }
    return undefined
  }
}

/** Whether the placement of a pod depends on the placement of others. */
export const dependsOnOtherPods = (pod: ApiObject): boolean =>
  [TOWARDS, AWAY, 'spec.topologySpreadConstraints'].some((path) => listAt(pod, path).length > 0)
