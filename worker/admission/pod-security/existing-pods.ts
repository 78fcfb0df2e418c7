import type { ApiObject } from '../../api/object.ts'
import { violationReasons, type Evaluate } from './evaluation.ts'
import { showStandard, type Standard } from './policy.ts'
import { podForm } from './workloads.ts'

/** The most pods that a change of namespace labels evaluates. */
const LIMIT = 3000

/** Warnings about the existing pods of a namespace: one for each set of reasons, with the first pod and the number of others. */
export function existingPodWarnings(
  evaluate: Evaluate,
  namespace: string,
  standard: Standard,
  pods: readonly ApiObject[],
): string[] {
  const found = new Map<string, { readonly first: string; count: number }>()
  for (const pod of prioritized(pods.slice(0, LIMIT))) {
    const form = podForm(pod)
    const reasons = form === undefined ? '' : violationReasons(evaluate(standard, form))
    if (reasons === '') continue
    const seen = found.get(reasons)
    if (seen === undefined) found.set(reasons, { first: pod.metadata?.name ?? '', count: 1 })
    else seen.count++
  }
  if (found.size === 0) return []
  const about = `the new PodSecurity enforce level "${showStandard(standard)}"`
  const warnings = [...found].map(([reasons, { first, count }]) => `${first}${others(count - 1)}: ${reasons}`)
  return [`existing pods in namespace "${namespace}" violate ${about}`, ...warnings.sort()]
}

function others(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ' (and 1 other pod)' : ` (and ${count} other pods)`
}

/**
 * Moves all but the first pod of each controller to the end, as the real server does. The order decides which pod a
 * warning names.
 */
function prioritized(pods: readonly ApiObject[]): ApiObject[] {
  const controllers = new Set<string>()
  const alike: ApiObject[] = []
  const first = pods.filter((pod) => {
    const owner = pod.metadata?.ownerReferences?.find(({ controller }) => controller === true)
    if (owner === undefined) return true
    if (!controllers.has(owner.uid)) return controllers.add(owner.uid)
    alike.push(pod)
    return false
  })
  return [...first, ...alike]
}
