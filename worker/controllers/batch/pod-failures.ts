import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, numberAt, textAt, valueAt } from '../../resources/path.ts'

/** The outcome of the pod failure policy for a failed pod. */
export interface PodFailure {
  /** Whether the failure counts towards the backoff limit. */
  readonly isCounted: boolean
  readonly action?: 'Ignore' | 'Count' | 'FailIndex' | 'FailJob'
  /** The message with which the job fails. */
  readonly message?: string
}

const COUNTED: PodFailure = { isCounted: true }

/** Applies the first matching rule. When no rule matches, the failure counts. */
export function matchFailurePolicy(policy: JsonObject | undefined, pod: ApiObject): PodFailure {
  if (policy === undefined) return COUNTED
  const { name = '', namespace = '' } = pod.metadata ?? {}
  for (const [index, rule] of listAt(policy, 'rules').filter(isObject).entries()) {
    const why = isObject(rule['onExitCodes'])
      ? byExitCode(pod, rule['onExitCodes'], `${namespace}/${name}`)
      : byCondition(pod, listAt(rule, 'onPodConditions').filter(isObject), `${namespace}/${name}`)
    if (why === undefined) continue
    const { action } = rule
    if (action === 'Ignore') return { isCounted: false, action }
    if (action === 'Count' || action === 'FailIndex') return { isCounted: true, action }
    if (action === 'FailJob') {
      return { isCounted: true, action, message: `${why} matching FailJob rule at index ${index}` }
    }
  }
  return COUNTED
}

/**
 * Describes the first ended container with a matching exit code, else the first such init container. Exit code 0 never matches.
 */
function byExitCode(pod: ApiObject, requirement: JsonObject, place: string): string | undefined {
  const container = textAt(requirement, 'containerName')
  const values = listAt(requirement, 'values')
  for (const list of ['status.containerStatuses', 'status.initContainerStatuses']) {
    for (const status of listAt(pod, list).filter(isObject)) {
      const name = textAt(status, 'name')
      if (!isObject(valueAt(status, 'state.terminated')) || (container !== '' && container !== name)) continue
      const code = numberAt(status, 'state.terminated.exitCode')
      if (code === 0 || values.includes(code) !== (requirement['operator'] === 'In')) continue
      return `Container ${name} for pod ${place} failed with exit code ${code}`
    }
  }
  return undefined
}

function byCondition(pod: ApiObject, patterns: readonly JsonObject[], place: string): string | undefined {
  const met = listAt(pod, 'status.conditions')
    .filter(isObject)
    .find(({ type, status }) => patterns.some((pattern) => pattern['type'] === type && pattern['status'] === status))
  return met && `Pod ${place} has condition ${textAt(met, 'type')}`
}
