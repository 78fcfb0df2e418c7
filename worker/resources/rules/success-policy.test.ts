import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import { errorsOf } from './rules-fixture.ts'
import { successPolicy } from './success-policy.ts'

// Expected errors are answers of kube-apiserver 1.30.14 to cron jobs.
const errors = (policy: Json, more: JsonObject = { completionMode: 'Indexed', completions: 3 }): string[] =>
  errorsOf(successPolicy, { successPolicy: policy, ...more }).map((text) => text.replace('x.successPolicy', ''))

describe('the success policy of a job', () => {
  it('requires indexed completions, with an error that shows the policy', () => {
    expect(errors({ rules: [{ succeededCount: 1 }] }, {})).toEqual([
      ': Invalid value: batch.SuccessPolicy{Rules:[]batch.SuccessPolicyRule{batch.SuccessPolicyRule{SucceededIndexes:(*string)(nil), SucceededCount:(*int32)(0xc000000000)}}}: requires indexed completion mode',
    ])
  })

  it('requires a rule, and indexes or a count in each rule', () => {
    expect(errors({ rules: [] })).toEqual([
      '.rules: Required value: at least one rules must be specified when the successPolicy is specified',
    ])
    expect(errors({ rules: [{}] })).toEqual([
      '.rules[0]: Required value: at least one of succeededCount or succeededIndexes must be specified',
    ])
  })

  it.each([
    ['3', 'too large index: "3"'],
    ['x', 'cannot convert string to integer for index: "x"'],
    ['-1', 'cannot convert string to integer for index: ""'],
    ['0-1-2', `the fragment "0-1-2" violates the requirement that an index interval can have at most two parts separated by '-'`],
    ['2-1', 'non-increasing order, previous: 2, current: 1'],
    ['0-1,1', 'non-increasing order, previous: 1, current: 1'],
  ])('refuses the indexes %s', (succeededIndexes, fault) => {
    expect(errors({ rules: [{ succeededIndexes }] })).toEqual([
      `.rules[0].succeededIndexes: Invalid value: "${succeededIndexes}": error parsing succeededIndexes: ${fault}`,
    ])
  }) // prettier-ignore

  it('limits a count to the completions and to the listed indexes', () => {
    expect(errors({ rules: [{ succeededIndexes: '0,2', succeededCount: 4 }] })).toEqual([
      '.rules[0].succeededCount: Invalid value: 4: must be less than or equal to 3 (the number of specified completions)',
      '.rules[0].succeededCount: Invalid value: 4: must be less than or equal to 2 (the number of indexes in the specified succeededIndexes field)',
    ])
    expect(errors({ rules: [{ succeededIndexes: '0-1', succeededCount: 2 }, { succeededCount: 1 }] })).toEqual([])
  })
})
