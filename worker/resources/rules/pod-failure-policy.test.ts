import { describe, expect, it } from 'vitest'
import type { Json } from '../../api/json.ts'
import { scoped } from '../notation/rule.ts'
import { JobScope, podFailurePolicy } from './pod-failure-policy.ts'
import { errorsOf } from './rules-fixture.ts'

const errors = (rules: Json): string[] =>
  errorsOf(
    scoped((spec) => new JobScope(spec), podFailurePolicy),
    { podFailurePolicy: { rules } },
  ).map((text) => text.replace('x.podFailurePolicy.rules', ''))

describe('pod failure policies', () => {
  it('require one cause for each rule, with an error that does not show the rule', () => {
    expect(errors([{ action: 'Ignore' }])).toEqual([
      '[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required',
    ])
  })

  it('list the valid values of a missing field in the format of Go', () => {
    expect(errors([{ action: '', onExitCodes: { operator: '', values: [3, 1] } }])).toEqual([
      '[0].action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]',
      '[0].onExitCodes.operator: Required value: valid values: ["In" "NotIn"]',
      '[0].onExitCodes.values: Invalid value: []int32{3, 1}: must be ordered',
    ])
    expect(errors([{ action: 'Count', onExitCodes: { operator: 'In' } }])).toEqual([
      '[0].onExitCodes.values: Invalid value: []int32(nil): at least one value is required',
    ])
  })

  it('validate each rule even when there are too many', () => {
    const codes = { operator: 'In', values: [1] }
    const found = errors(Array.from({ length: 21 }, () => ({ action: 'Odd', onExitCodes: codes })))
    expect(found).toHaveLength(22)
    expect(found[0]).toBe(': Too many: 21: must have at most 20 items')
  })
})
