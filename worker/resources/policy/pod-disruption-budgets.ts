import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, integer, text } from '../columns.ts'
import { always, spelledDefault } from '../notation/defaults.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, oneOf } from '../notation/rule.ts'
import { listAt, valueAt } from '../path.ts'
import { conditions } from '../rules/conditions.ts'
import { nonNegativeIntOrPercent, notOverHundredPercent } from '../rules/int-or-percent.ts'
import { labelSelector } from '../rules/label-selector.ts'
import { counts } from '../rules/status-counts.ts'
import type { Kind } from '../resource.ts'

const isGiven = (value: Json | undefined): boolean => value !== undefined && value !== null

/** Go prints the addresses in memory of both bounds. */
function goSpec({ selector, unhealthyPodEvictionPolicy }: JsonObject): string {
  const bound = '(*intstr.IntOrString)(0xc000000000)'
  const pointer = (type: string, value: Json | undefined): string =>
    `(*${type})(${isGiven(value) ? '0xc000000000' : 'nil'})`
  const labels = pointer('v1.LabelSelector', selector)
  const policy = pointer('policy.UnhealthyPodEvictionPolicyType', unhealthyPodEvictionPolicy)
  return `policy.PodDisruptionBudgetSpec{MinAvailable:${bound}, Selector:${labels}, MaxUnavailable:${bound}, UnhealthyPodEvictionPolicy:${policy}}`
}

const oneBound = checkObject((spec, place) => {
  if (isGiven(spec['minAvailable']) && isGiven(spec['maxUnavailable'])) {
    place.invalidShown(goSpec(spec), 'minAvailable and maxUnavailable cannot be both set')
  }
})

const bound: readonly Rule[] = [nonNegativeIntOrPercent, notOverHundredPercent]

const amount =
  (path: string) =>
  (budget: ApiObject): string => {
    const value = valueAt(budget, path)
    return isGiven(value) ? String(value) : 'N/A'
  }

/** The key by which v1beta1 distinguishes a selector of all pods from a selector of none. */
const EMPTY_MATCH = 'pdb.{labels}/deprecated-v1beta1-empty-selector-match'

/** The selector without requirements about this key, unless one of them is the whole selector: that selects no pod. */
const selectorOf = spelledDefault((spell) => {
  const key = spell(EMPTY_MATCH)
  const isAbout = (requirement: Json): boolean => isObject(requirement) && requirement['key'] === key
  return always(({ selector }) => {
    const expressions = isObject(selector) ? listAt(selector, 'matchExpressions') : []
    if (!isObject(selector) || !expressions.some(isAbout)) return selector
    const { matchExpressions: _, ...rest } = selector
    const [only] = expressions
    const isNone =
      expressions.length === 1 &&
      isObject(only) &&
      only['operator'] === 'Exists' &&
      listAt(only, 'values').length === 0 &&
      Object.keys(objectOrEmpty(rest['matchLabels'])).length === 0
    if (isNone) return selector
    const kept = expressions.filter((requirement) => !isAbout(requirement))
    return kept.length === 0 ? rest : { ...rest, matchExpressions: kept }
  })
})

export const podDisruptionBudgets = {
  resource: 'policy/poddisruptionbudgets',
  defaults: { spec: { selector: selectorOf } },
  rules: [
    at(
      'spec',
      oneBound,
      at('minAvailable', ...bound),
      at('maxUnavailable', ...bound),
      at('selector', labelSelector),
      at('unhealthyPodEvictionPolicy', oneOf('AlwaysAllow', 'IfHealthyBudget')),
    ),
  ],
  subresourceRules: {
    status: [
      at('status', conditions, counts('disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods')),
    ],
  },
  behaviour: () => ({
    columns: [
      text('Min Available', 'The minimum number of pods that must be available.', amount('spec.minAvailable')),
      text('Max Unavailable', 'The maximum number of pods that may be unavailable.', amount('spec.maxUnavailable')),
      integer(
        'Allowed Disruptions',
        'Calculated number of pods that may be disrupted at this time.',
        'status.disruptionsAllowed',
      ),
      age,
    ],
  }),
} satisfies Kind
