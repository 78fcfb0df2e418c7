import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { builtinType } from '../../schema/builtin/types.ts'
import { compileDefaults } from '../notation/defaults.ts'
import { podDisruptionBudgets } from './pod-disruption-budgets.ts'

const selectorOf = (selector: JsonObject): unknown => {
  const budget = { spec: { selector } }
  const { defaults } = podDisruptionBudgets
  compileDefaults(builtinType('api.policy.v1.PodDisruptionBudget'), defaults, dialects.k8s.spell)(budget)
  return budget.spec.selector
}

describe('the selector of a pod disruption budget', () => {
  const key = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match'
  const exists = { key, operator: 'Exists' }
  const other = { key: 'a', operator: 'Exists' }

  it('loses the requirements of v1beta1 about empty selectors', () => {
    expect(selectorOf({ matchExpressions: [{ key, operator: 'DoesNotExist' }] })).toEqual({})
    expect(selectorOf({ matchExpressions: [exists, other] })).toEqual({ matchExpressions: [other] })
    expect(selectorOf({ matchLabels: { a: 'b' }, matchExpressions: [exists] })).toEqual({ matchLabels: { a: 'b' } })
  })

  it('keeps the requirement that selects no pod, and labels with the same key', () => {
    expect(selectorOf({ matchExpressions: [exists] })).toEqual({ matchExpressions: [exists] })
    expect(selectorOf({ matchLabels: { [key]: 'x' } })).toEqual({ matchLabels: { [key]: 'x' } })
    expect(selectorOf({})).toEqual({})
  })
})
