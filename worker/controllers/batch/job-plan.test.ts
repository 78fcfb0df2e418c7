import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { dialects } from '../../dialect/dialect.ts'
import { NO_FAILURES } from './failure-backoff.ts'
import { observeJob } from './observed-job.ts'
import { podPlan } from './job-plan.ts'
import { openJobPods } from './job-pods.ts'
import { track } from './job-tracking.ts'

const jobPods = openJobPods(dialects.k8s)
const NOW = Date.UTC(2024, 4, 1, 10)
const STARTED = '2024-05-01T09:00:00Z'

function pod(name: string, { index, phase = 'Running', ...rest }: JsonObject = {}): ApiObject {
  const annotations = typeof index === 'number' ? { 'batch.kubernetes.io/job-completion-index': `${index}` } : undefined
  const metadata = {
    name,
    uid: name,
    namespace: 'n',
    creationTimestamp: STARTED,
    finalizers: [jobPods.tracking],
    annotations,
  }
  return { metadata: { ...metadata, ...rest }, spec: { nodeName: 'node' }, status: { phase } }
}

const observed = (spec: JsonObject, pods: ApiObject[], status: JsonObject = {}) => {
  const full = { parallelism: 2, backoffLimit: 6, ...spec }
  const job = { metadata: { name: 'j' }, spec: full, status: { startTime: STARTED, ...status } }
  return observeJob(job, pods, NO_FAILURES, { jobPods, now: NOW })
}
const plan = (spec: JsonObject, pods: ApiObject[], status: JsonObject = {}) => {
  const made = podPlan(observed(spec, pods, status), jobPods, NOW)
  return 'remove' in made ? { remove: made.remove.map(({ metadata }) => metadata?.name) } : made
}
const leaving = { deletionTimestamp: STARTED, deletionGracePeriodSeconds: 0 }
const indexed = { completionMode: 'Indexed', completions: 4, parallelism: 3 }

describe('the pod plan of a job', () => {
  it.each<[string, Parameters<typeof plan>, object]>([
    ['creates as many pods as the parallelism allows', [{ completions: 5 }, []], { create: [undefined, undefined] }],
    [
      'creates no more pods than completions remain',
      [{ completions: 5 }, [], { succeeded: 4 }],
      { create: [undefined] },
    ],
    [
      'creates no pod after a success when completions is unset',
      [{}, [pod('a', { phase: 'Succeeded' })]],
      { create: [] },
    ],
    [
      'removes pods beyond the parallelism',
      [{ completions: 5, parallelism: 1 }, [pod('a'), pod('b', { phase: 'Pending' })]],
      { remove: ['b'] },
    ],
    ['removes all pods while the job is suspended', [{ completions: 5, suspend: true }, [pod('a')]], { remove: ['a'] }],
    [
      'waits for the end of a terminating pod with podReplacementPolicy Failed',
      [{ completions: 5, podReplacementPolicy: 'Failed' }, [pod('a', leaving), pod('b')]],
      { create: [] },
    ],
    [
      'creates pods for the first free indexes',
      [indexed, [pod('a', { index: 1 })], { completedIndexes: '0' }],
      { create: [2, 3] },
    ],
    [
      'removes one of two pods with the same index',
      [indexed, [pod('a', { index: 1 }), pod('b', { index: 1, phase: 'Pending' })]],
      { remove: ['b'] },
    ],
    [
      'removes pods without an index and with an index out of range',
      [indexed, [pod('a'), pod('b', { index: 4 })]],
      { remove: ['a', 'b'] },
    ],
  ])('%s', (_, given, expected) => expect(plan(...given)).toEqual(expected))

  it('doubles the delay after each failure of an index', () => {
    const spec = { ...indexed, backoffLimitPerIndex: 5, parallelism: 4 }
    const failed = (index: number, second: string) =>
      pod(`f${index}`, { index, phase: 'Failed', creationTimestamp: `2024-05-01T09:59:${second}Z` })
    expect(plan(spec, [failed(0, '55'), failed(1, '45')])).toEqual({ create: [1, 2, 3] })
    const others = [2, 3].map((index) => pod(`r${index}`, { index }))
    expect(plan(spec, [failed(0, '55'), failed(1, '58'), ...others])).toEqual({ wait: 5000 })
  })
})

describe('the status of a job', () => {
  const written = (spec: JsonObject, pods: ApiObject[], status: JsonObject = {}) => {
    const seen = observed(spec, pods, status)
    const { status: next, counted, end } = track(seen, seen, jobPods, NOW)
    return { next, counted: counted.map(({ metadata }) => metadata?.name), end }
  }

  it('lists ended pods until they lose their finalizers', () => {
    const pods = [pod('a', { phase: 'Succeeded' }), pod('b', { phase: 'Failed' }), pod('c')]
    const { next, counted } = written({ completions: 5 }, pods, {
      succeeded: 1,
      uncountedTerminatedPods: { succeeded: ['z'] },
    })
    expect(counted).toEqual(['a', 'b'])
    expect(next).toMatchObject({ succeeded: 2, failed: 0, uncounted: { succeeded: ['a'], failed: ['b'] } })
  })

  it('keeps a failed pod until its replacement continues its count', () => {
    const spec = { ...indexed, backoffLimitPerIndex: 2 }
    const failed = pod('a', { index: 0, phase: 'Failed' })
    expect(written(spec, [failed]).counted).toEqual([])
    expect(written(spec, [failed, pod('b', { index: 0 })]).counted).toEqual(['a'])
  })

  it('succeeds before all indexes have succeeded when the success policy is met', () => {
    const spec = { ...indexed, successPolicy: { rules: [{ succeededIndexes: '2' }] } }
    const { next, counted, end } = written(spec, [pod('a', { index: 2, phase: 'Succeeded' }), pod('b', { index: 0 })])
    const why = { reason: 'SuccessPolicy', message: 'Matched rules at index 0' }
    expect(next.conditions).toMatchObject([{ type: 'SuccessCriteriaMet', ...why }])
    expect(end).toMatchObject({ type: 'Complete', ...why })
    expect(counted).toEqual(['b', 'a'])
    expect(next).toMatchObject({ completedIndexes: '2', uncounted: { failed: [] } })
  })

  it('adds FailureTarget before Failed', () => {
    const podFailurePolicy = { rules: [{ action: 'FailJob', onPodConditions: [{ type: 'X', status: 'True' }] }] }
    const failed = { ...pod('a'), status: { phase: 'Failed', conditions: [{ type: 'X', status: 'True' }] } }
    const why = { reason: 'PodFailurePolicy', message: 'Pod n/a has condition X matching FailJob rule at index 0' }
    const { next, end } = written({ completions: 1, podFailurePolicy }, [failed])
    expect(next.conditions).toMatchObject([{ type: 'FailureTarget', ...why }])
    expect(end).toMatchObject({ type: 'Failed', ...why })
    const again = written({ completions: 1 }, [], { conditions: [{ type: 'FailureTarget', status: 'True', ...why }] })
    expect(again.end).toMatchObject({ type: 'Failed', ...why })
  })

  it('fails with too many failed indexes', () => {
    const spec = { ...indexed, backoffLimitPerIndex: 0, maxFailedIndexes: 0, backoffLimit: 100 }
    const { next, end } = written(spec, [pod('a', { index: 1, phase: 'Failed' })])
    expect(next).toMatchObject({ failedIndexes: '1' })
    expect(end).toMatchObject({ type: 'Failed', reason: 'MaxFailedIndexesExceeded' })
  })
})
