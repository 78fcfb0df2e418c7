import { withCondition } from '../api/condition.ts'
import type { Json } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { failure, forbidden, plainError } from '../api/status.ts'
import type { StatusError } from '../api/status.ts'
import { formatTime } from '../clock/clock.ts'
import { integerAt, listAt, numberAt, copiedObject, textAt, valueAt } from '../resources/path.ts'
import { matches } from '../resources/rules/label-selector.ts'
import type { Environment } from './environment.ts'
import { trackOwnership } from './field-ownership.ts'
import { guaranteedUpdate } from './guaranteed-update.ts'
import { serverItself } from './server-itself.ts'
import { storeLister } from './store-lister.ts'
import { editable } from './version-conversion.ts'
import type { Write } from './write.ts'

/** Maximum number of evictions that the disruption controller has not yet processed. */
const UNNOTICED_LIMIT = 2000
const KIND = { group: 'policy', resource: 'poddisruptionbudget' }

/**
 * The budget that selects a pod; undefined when none does.
 * @throws plainError() when several do
 */
export function budgetOf({ store }: Environment, pod: ApiObject): ApiObject | undefined {
  const { labels = {}, namespace = '' } = pod.metadata ?? {}
  if (Object.keys(labels).length === 0) return undefined
  const budgets = [...storeLister(store).list('policy/poddisruptionbudgets', namespace)].filter(
    (budget) => matches(valueAt(budget, 'spec.selector'), labels) === true,
  )
  if (budgets.length > 1) {
    throw plainError('This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.')
  }
  return budgets[0]
}

/** Whether a pod is unready and may be evicted, because its budget says so or because enough other pods are healthy. */
export function mayGoUnready(pod: ApiObject, budget: ApiObject): boolean {
  const ready = listAt(pod, 'status.conditions').some(
    (one) => isObject(one) && one['type'] === 'Ready' && one['status'] === 'True',
  )
  if (ready) return false
  if (textAt(budget, 'spec.unhealthyPodEvictionPolicy') === 'AlwaysAllow') return true
  const desired = numberAt(budget, 'status.desiredHealthy')
  return desired > 0 && numberAt(budget, 'status.currentHealthy') >= desired
}

function violated(cause: string, retryAfterSeconds?: number): StatusError {
  const causes = [{ reason: 'DisruptionBudget', message: cause }]
  return failure({
    code: 429,
    reason: 'TooManyRequests',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: { causes, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  })
}

const nameOf = (budget: ApiObject): string => budget.metadata?.name ?? ''

/** The 429 of a budget whose status the disruption controller has to update first. */
export const stillProcessed = (budget: ApiObject): StatusError =>
  violated(`The disruption budget ${nameOf(budget)} is still being processed by the server.`, 10)

/** Checks that a budget allows one more disruption. @throws StatusError when it does not */
function check(budget: ApiObject): void {
  const name = nameOf(budget)
  const allowed = numberAt(budget, 'status.disruptionsAllowed')
  if (integerAt(budget, 'status.observedGeneration') < (budget.metadata?.generation ?? 0)) throw stillProcessed(budget)
  if (allowed < 0) throw forbidden(KIND, name, 'pdb disruptions allowed is negative')
  const disrupted = valueAt(budget, 'status.disruptedPods')
  if (isObject(disrupted) && Object.keys(disrupted).length > UNNOTICED_LIMIT) {
    const why = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller'
    throw forbidden(KIND, name, why)
  }
  if (allowed === 0) throw violated(exhausted(budget))
}

function exhausted(budget: ApiObject): string {
  const [desired, current] = [numberAt(budget, 'status.desiredHealthy'), numberAt(budget, 'status.currentHealthy')]
  return `The disruption budget ${nameOf(budget)} needs ${desired} healthy pods and has ${current} currently`
}

/** Takes one disruption from the budget for a pod, and records the pod in `disruptedPods`. */
export async function takeDisruption(
  environment: Environment,
  budget: ApiObject,
  pod: string,
  dryRun: boolean,
): Promise<void> {
  check(budget)
  if (dryRun) return
  const found = environment.catalog.find('policy', 'v1', 'poddisruptionbudgets')
  if (found === undefined) throw new Error('serve policy/v1: there is a budget')
  const { name = '', namespace = '' } = budget.metadata ?? {}
  const subresource = found.version.subresources.get('status')
  const resource = await environment.catalog.resolve(found.resource)
  const target = { ...found, resource, subresource, namespace, name }
  const write: Write = { environment, target, caller: serverItself, options: { dryRun, fieldManager: 'apiserver' } }
  const next = async (live: ApiObject | undefined): Promise<ApiObject> => {
    // Another eviction may have taken a disruption since the budget was read.
    check(live ?? {})
    const taken = withoutOne(live ?? {}, pod, formatTime(environment.clock.now()))
    return trackOwnership(write, { live, next: taken })
  }
  await guaranteedUpdate(write, { next, creates: false, uid: '' })
}

function withoutOne(budget: ApiObject, pod: string, now: string): ApiObject {
  const next = editable(budget)
  const status = copiedObject(next, 'status')
  const left = numberAt(budget, 'status.disruptionsAllowed') - 1
  status['disruptionsAllowed'] = left
  if (left === 0) status['conditions'] = withInsufficientPods(budget, now)
  copiedObject(status, 'disruptedPods')[pod] = now
  return next
}

const withInsufficientPods = (budget: ApiObject, now: string): Json[] =>
  withCondition(listAt(budget, 'status.conditions'), {
    type: 'DisruptionAllowed',
    status: 'False',
    observedGeneration: integerAt(budget, 'status.observedGeneration'),
    lastTransitionTime: now,
    reason: 'InsufficientPods',
    message: '',
  })
