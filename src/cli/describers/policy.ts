import { objectOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { count, line } from './fields.ts'
import { selectorOrNone } from './selectors.ts'

export function disruptionBudgetText({ metadata, spec, status }: ApiObject): string {
  const { minAvailable, maxUnavailable, selector } = objectOrEmpty(spec)
  const state = objectOrEmpty(status)
  return [
    line('Name', metadata?.name),
    line('Namespace', metadata?.namespace),
    minAvailable === undefined ? line('Max unavailable', maxUnavailable ?? '') : line('Min available', minAvailable),
    line('Selector', selector === undefined ? '<unset>' : selectorOrNone(selector)),
    'Status:\n',
    line('    Allowed disruptions', count(state.disruptionsAllowed)),
    line('    Current', count(state.currentHealthy)),
    line('    Desired', count(state.desiredHealthy)),
    line('    Total', count(state.expectedPods)),
  ].join('')
}
