import { objectOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { count, line } from './fields.ts'
import { selectorText } from '../../../worker/api/selector-text.ts'

function boundLine(minAvailable: unknown, maxUnavailable: unknown): string {
  if (minAvailable !== undefined) return line('Min available', minAvailable)
  return maxUnavailable === undefined ? '' : line('Max unavailable', maxUnavailable)
}

export function disruptionBudgetText({ metadata, spec, status }: ApiObject): string {
  const { minAvailable, maxUnavailable, selector } = objectOrEmpty(spec)
  const state = objectOrEmpty(status)
  return [
    line('Name', metadata?.name),
    line('Namespace', metadata?.namespace),
    boundLine(minAvailable, maxUnavailable),
    line('Selector', selector === undefined ? '<unset>' : selectorText(selector)),
    'Status:\n',
    line('    Allowed disruptions', count(state.disruptionsAllowed)),
    line('    Current', count(state.currentHealthy)),
    line('    Desired', count(state.desiredHealthy)),
    line('    Total', count(state.expectedPods)),
  ].join('')
}
