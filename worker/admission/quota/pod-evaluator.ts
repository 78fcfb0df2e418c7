import { durationOf, isInt64 } from '../../api/int64.ts'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { parseQuantity, type Quantity } from '../../api/quantity.ts'
import type { Clock } from '../../clock/clock.ts'
import { textAt } from '../../resources/path.ts'
import { isHugePages, type ResourceNames } from '../../resources/rules/resource-names.ts'
import { containersOf, objectOf, objectsOf, specOf, textOf } from '../object-parts.ts'
import { addLists, podResourcesWithOverhead, readResourceList, type ResourceList } from '../resource-list.ts'
import type { Evaluator, ScopeRequirement } from './quota.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

const ONE = parseQuantity('1')

const COUNTED: ReadonlySet<string> = new Set([
  'count/pods',
  'pods',
  ...['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
])

/** The names of requests and limits that every container must specify when a quota counts them. */
const REQUIRED = ['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`])

export function podEvaluator(names: ResourceNames, clock: Clock): Evaluator {
  /** Requests and limits by the names that quotas use. */
  const named = (requests: ResourceList, limits: ResourceList): Map<string, Quantity> => {
    const result = new Map<string, Quantity>([['pods', ONE]])
    for (const [name, amount] of requests) {
      if (names.isExtended(name)) result.set(`requests.${name}`, amount)
      else if (COUNTED.has(name) || isHugePages(name)) result.set(name, amount).set(`requests.${name}`, amount)
    }
    for (const [name, amount] of limits) if (COUNTED.has(`limits.${name}`)) result.set(`limits.${name}`, amount)
    return result
  }
  return {
    counts: (name) =>
      COUNTED.has(name) ||
      isHugePages(name) ||
      name.startsWith('requests.hugepages-') ||
      (name.startsWith('requests.') && !names.isNative(name)),
    usage(pod) {
      const count = new Map([['count/pods', ONE]])
      if (isOver(pod, clock.now())) return count
      const spec = specOf(pod)
      return addLists(
        count,
        named(podResourcesWithOverhead(spec, 'requests'), podResourcesWithOverhead(spec, 'limits')),
      )
    },
    missing(spec, required) {
      const wanted = REQUIRED.filter((name) => required.has(name)).sort()
      const missingFrom = new Map<string, string[]>(wanted.map((name) => [name, []]))
      for (const container of containersOf(spec, ['containers', 'initContainers'])) {
        const resources = objectOf(container, 'resources')
        const given = named(readResourceList(resources, 'requests'), readResourceList(resources, 'limits'))
        for (const [name, containers] of missingFrom) if (!given.has(name)) containers.push(textOf(container, 'name'))
      }
      const parts = [...missingFrom].filter(([, containers]) => containers.length > 0)
      if (parts.length === 0) return undefined
      return `must specify ${parts.map(([name, containers]) => `${name} for: ${[...new Set(containers)].sort().join(',')}`).join('; ')}`
    },
    inScope,
  }
}

/** Whether a pod counts only as an object, because it has finished or its grace period has passed. */
function isOver(pod: ApiObject, now: number): boolean {
  const phase = textAt(pod, 'status.phase')
  if (phase === 'Failed' || phase === 'Succeeded') return true
  const { deletionTimestamp, deletionGracePeriodSeconds: grace } = pod.metadata ?? {}
  if (deletionTimestamp === undefined || grace === undefined) return false
  return now > Date.parse(deletionTimestamp) + durationOf(grace)
}

const SCOPES = lookupTable<(pod: ApiObject, requirement: ScopeRequirement) => boolean>({
  Terminating: (pod) => hasDeadline(pod),
  NotTerminating: (pod) => !hasDeadline(pod),
  BestEffort: (pod) => textAt(pod, 'status.qosClass') === 'BestEffort',
  NotBestEffort: (pod) => textAt(pod, 'status.qosClass') !== 'BestEffort',
  PriorityClass: (pod, requirement) => hasPriorityClass(textOf(specOf(pod), 'priorityClassName'), requirement),
  CrossNamespacePodAffinity: (pod) => hasCrossNamespaceAffinity(objectOf(specOf(pod), 'affinity')),
})

const inScope = (pod: ApiObject, requirement: ScopeRequirement): boolean =>
  SCOPES[requirement.scopeName]?.(pod, requirement) ?? false

const hasDeadline = (pod: ApiObject): boolean => {
  const deadline = specOf(pod)['activeDeadlineSeconds']
  return isInt64(deadline) && deadline >= 0
}

function hasPriorityClass(name: string, { operator, values }: ScopeRequirement): boolean {
  if (operator === 'Exists') return name !== ''
  if (operator === 'DoesNotExist') return name === ''
  if (operator === 'In') return name !== '' && values.includes(name)
  return operator === 'NotIn' && (name === '' || !values.includes(name))
}

function hasCrossNamespaceAffinity(affinity: JsonObject): boolean {
  return ['podAffinity', 'podAntiAffinity'].some((side) => {
    const terms = objectOf(affinity, side)
    return [
      ...objectsOf(terms, 'requiredDuringSchedulingIgnoredDuringExecution'),
      ...objectsOf(terms, 'preferredDuringSchedulingIgnoredDuringExecution').map((term) =>
        objectOf(term, 'podAffinityTerm'),
      ),
    ].some(({ namespaces, namespaceSelector }) => {
      const isNamed = Array.isArray(namespaces) && namespaces.length > 0
      return isNamed || namespaceSelector !== undefined
    })
  })
}
