import { expect, it } from 'vitest'
import { indexesOf } from './completion-indexes.ts'
import { metSuccessRule } from './success-policy.ts'

it.each([
  ['all of the indexes', { succeededIndexes: '1,3' }, [1, 3], true],
  ['not all of the indexes', { succeededIndexes: '1,3' }, [0, 1], false],
  ['enough of the indexes', { succeededIndexes: '1-3', succeededCount: 2 }, [1, 3], true],
  ['enough, but others', { succeededIndexes: '1-3', succeededCount: 2 }, [0, 3], false],
  ['a count', { succeededCount: 2 }, [0, 4], true],
  ['too low a count', { succeededCount: 2 }, [4], false],
  ['indexes beyond the completions', { succeededIndexes: '9' }, [1], false],
])('compares the succeeded indexes with a rule: %s', (_, rule, succeeded, isMet) => {
  const policy = { rules: [{ succeededIndexes: '4', succeededCount: 9 }, rule] }
  const why = metSuccessRule(policy, 5, indexesOf(succeeded.filter((index) => index !== 4)))
  if (succeeded.includes(4))
    expect(metSuccessRule({ rules: [rule] }, 5, indexesOf(succeeded)) !== undefined).toBe(isMet)
  else expect(why).toBe(isMet ? 'Matched rules at index 1' : undefined)
})

it('is undefined without a policy or without a succeeded index', () => {
  expect(metSuccessRule(undefined, 5, indexesOf([1]))).toBeUndefined()
  expect(metSuccessRule({ rules: [{ succeededCount: 0 }] }, 5, [])).toBeUndefined()
})
