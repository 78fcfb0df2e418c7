import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { matchFailurePolicy } from './pod-failures.ts'

const pod = (status: JsonObject) => ({ metadata: { name: 'p', namespace: 'n' }, status })
const exited = (name: string, exitCode: number) => ({ name, state: { terminated: { exitCode } } })
const onCodes = (action: string, operator: string, values: number[], containerName?: string) => ({
  action,
  onExitCodes: { operator, values, ...(containerName !== undefined && { containerName }) },
})

describe('the pod failure policy', () => {
  it('counts a failure without a policy or a matching rule', () => {
    expect(matchFailurePolicy(undefined, pod({}))).toEqual({ isCounted: true })
    expect(matchFailurePolicy({ rules: [onCodes('Ignore', 'In', [1])] }, pod({}))).toEqual({ isCounted: true })
  })

  it('applies the first matching rule', () => {
    const policy = {
      rules: [onCodes('Count', 'In', [1]), onCodes('Ignore', 'NotIn', [3]), onCodes('FailJob', 'In', [3])],
    }
    const match = (code: number) => matchFailurePolicy(policy, pod({ containerStatuses: [exited('c', code)] }))
    expect(match(1)).toEqual({ isCounted: true, action: 'Count' })
    expect(match(9)).toEqual({ isCounted: false, action: 'Ignore' })
    expect(match(3)).toEqual({
      isCounted: true,
      action: 'FailJob',
      message: 'Container c for pod n/p failed with exit code 3 matching FailJob rule at index 2',
    })
  })

  it('matches the exit code of a named init container, but never exit code 0', () => {
    const policy = { rules: [onCodes('FailIndex', 'NotIn', [7], 'init')] }
    const status = { containerStatuses: [exited('c', 1)], initContainerStatuses: [exited('init', 2)] }
    expect(matchFailurePolicy(policy, pod(status)).action).toBe('FailIndex')
    expect(
      matchFailurePolicy(policy, pod({ ...status, initContainerStatuses: [exited('init', 0)] })).action,
    ).toBeUndefined()
  })

  it('matches pod conditions by type and status', () => {
    const policy = { rules: [{ action: 'FailJob', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }] }
    const match = (status: string) =>
      matchFailurePolicy(policy, pod({ conditions: [{ type: 'DisruptionTarget', status }] }))
    expect(match('True').message).toBe('Pod n/p has condition DisruptionTarget matching FailJob rule at index 0')
    expect(match('False')).toEqual({ isCounted: true })
  })
})
