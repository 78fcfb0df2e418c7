import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { deletion } from '../../verbs/verbs-fixture.ts'
import { batchCluster, podTemplate } from './batch-fixture.ts'
import { jobs } from './job.ts'

const TRACKING = 'batch.kubernetes.io/job-tracking'
const INDEX = 'batch.kubernetes.io/job-completion-index'

async function withJob(spec: JsonObject = {}, podSpec: JsonObject = {}) {
  const cluster = await batchCluster(jobs)
  const { read, all, pass, create, patch } = cluster
  const template = { spec: { ...podTemplate.spec, ...podSpec } }
  await create('batch/jobs', { metadata: { name: 'j' }, spec: { ...spec, template } })
  await pass(0)
  return {
    ...cluster,
    pods: () => all('pods', 'default'),
    status: () => read('batch/jobs', 'j', 'default')?.['status'],
    change: (body: Json) => patch('batch/jobs', 'j', body),
    /** Ends a pod and waits until the job controller has handled it. */
    async end(pod: ApiObject | undefined, phase: string, status: JsonObject = {}) {
      await patch('pods', pod?.metadata?.name ?? '', { status: { phase, ...status } }, 'status')
      await pass(1000)
    },
  }
}

const time = expect.stringMatching(/Z$/) as unknown
const nothingLeft = { ready: 0, terminating: 0, uncountedTerminatedPods: {} }

describe('a job', () => {
  it('runs a pod until it succeeds', async () => {
    const { pods, status, end, events, report } = await withJob()
    const [pod] = pods()
    expect(pod?.metadata).toMatchObject({ generateName: 'j-', finalizers: [TRACKING], labels: { 'job-name': 'j' } })
    expect(status()).toEqual({ ...nothingLeft, active: 1, startTime: time })
    await end(pod, 'Succeeded')
    expect(status()).toEqual({
      ...nothingLeft,
      succeeded: 1,
      startTime: time,
      completionTime: time,
      conditions: [{ type: 'Complete', status: 'True', lastProbeTime: time, lastTransitionTime: time }],
    })
    expect(pods()[0]?.metadata?.finalizers).toBeUndefined()
    expect(events()).toEqual([`SuccessfulCreate: Created pod: ${pod?.metadata?.name}`, 'Completed: Job completed'])
    expect(report).not.toHaveBeenCalled()
  })

  it('retries with a delay, and fails after too many retries', async () => {
    const { pods, status, end, pass, events } = await withJob({ backoffLimit: 1 })
    await end(pods()[0], 'Failed')
    expect(status()).toMatchObject({ failed: 1, ready: 0 })
    expect(status()).not.toHaveProperty('active')
    await pass(8000)
    expect(pods()).toHaveLength(1)
    await pass(2000)
    expect(pods()).toHaveLength(2)
    await end(
      pods().find((pod) => pod.metadata?.finalizers !== undefined),
      'Failed',
    )
    const why = { reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' }
    expect(status()).toMatchObject({ failed: 2, conditions: [{ type: 'Failed', status: 'True', ...why }] })
    expect(events()).toContain(`${why.reason}: ${why.message}`)
  })

  it('completes at once with zero completions', async () => {
    const { pods, status } = await withJob({ completions: 0 })
    expect(pods()).toEqual([])
    expect(status()).toMatchObject({ ...nothingLeft, conditions: [{ type: 'Complete' }] })
  })

  it('fails after its active deadline', async () => {
    const { pods, status, pass } = await withJob({ activeDeadlineSeconds: 30 })
    await pass(29_000)
    expect(pods()).toHaveLength(1)
    await pass(1000)
    expect(pods()).toEqual([])
    const why = { reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' }
    expect(status()).toMatchObject({ failed: 1, conditions: [{ type: 'Failed', ...why }] })
  })

  it('has no pods while it is suspended', async () => {
    const { pods, status, change, events } = await withJob({ suspend: true })
    expect(pods()).toEqual([])
    const paused = { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }
    expect(status()).toMatchObject({ ...nothingLeft, conditions: [paused] })
    expect(status()).not.toHaveProperty('startTime')
    await change({ spec: { suspend: false } })
    expect(pods()).toHaveLength(1)
    const resumed = { type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' }
    expect(status()).toMatchObject({ active: 1, startTime: time, conditions: [resumed] })
    await change({ spec: { suspend: true } })
    expect(pods()).toEqual([])
    expect(status()).toMatchObject({ startTime: time, conditions: [paused] })
    expect(events()).toEqual(expect.arrayContaining(['Suspended: Job suspended', 'Resumed: Job resumed']))
  })

  it('counts the restarts of containers that are started again in place', async () => {
    const { pods, status, end } = await withJob({ backoffLimit: 1 }, { restartPolicy: 'OnFailure' })
    const restarted = { name: 'c', image: 'i', imageID: '', ready: true, restartCount: 1 }
    const ready = { type: 'Ready', status: 'True' }
    await end(pods()[0], 'Running', { containerStatuses: [restarted], conditions: [ready] })
    expect(status()).toMatchObject({ failed: 1, ready: 1, conditions: [{ reason: 'BackoffLimitExceeded' }] })
    expect(pods()).toEqual([])
  })

  it('counts a deleted pod as failed at once; with `podReplacementPolicy: Failed`, when the pod has ended', async () => {
    const { pods, status, pass, verbs, target, caller } = await withJob({}, { nodeName: 'n' })
    await verbs.delete(target('pods', pods()[0]?.metadata?.name ?? '', 'default'), caller, deletion)
    await pass(1000)
    expect(status()).toMatchObject({ failed: 1, terminating: 1 })
    const patient = await withJob({ podReplacementPolicy: 'Failed' }, { nodeName: 'n' })
    const name = patient.pods()[0]?.metadata?.name ?? ''
    await patient.verbs.delete(patient.target('pods', name, 'default'), patient.caller, deletion)
    await patient.pass(30_000)
    expect(patient.status()).toMatchObject({ terminating: 1 })
    expect(patient.status()).not.toHaveProperty('failed')
    expect(patient.pods()).toHaveLength(1)
    await patient.end(patient.pods()[0], 'Failed')
    expect(patient.status()).toMatchObject({ failed: 1, terminating: 0 })
  })

  it('adopts and releases pods together with their finalizer', async () => {
    const { pods, pass, patch } = await withJob()
    const name = pods()[0]?.metadata?.name ?? ''
    const labels = { 'controller-uid': 'x', 'batch.kubernetes.io/controller-uid': 'x' }
    const uid = pods()[0]?.metadata?.labels?.['batch.kubernetes.io/controller-uid'] ?? ''
    await patch('pods', name, { metadata: { labels } })
    await pass(1000)
    const [released, other] = [pods().find((pod) => pod.metadata?.name === name), pods().length]
    expect(released?.metadata?.ownerReferences).toBeUndefined()
    expect(released?.metadata?.finalizers).toBeUndefined()
    expect(other).toBe(2)
    await patch('pods', name, { metadata: { labels: { 'batch.kubernetes.io/controller-uid': uid } } })
    await pass(1000)
    // One of the two pods exceeds the parallelism.
    expect(pods()).toHaveLength(1)
    expect(pods()[0]?.metadata?.finalizers).toEqual([TRACKING])
  })
})

describe('an indexed job', () => {
  const indexed = { completionMode: 'Indexed', completions: 3, parallelism: 3 }
  const at = (pods: ApiObject[], index: number) =>
    pods.find((pod) => pod.metadata?.annotations?.[INDEX] === `${index}` && pod.metadata.finalizers !== undefined)

  it('runs a pod for each index', async () => {
    const { pods, status, end } = await withJob(indexed)
    expect(at(pods(), 2)).toMatchObject({
      metadata: { generateName: 'j-2-', labels: { [INDEX]: '2' } },
      spec: { hostname: 'j-2', containers: [{ env: [{ name: 'JOB_COMPLETION_INDEX' }] }] },
    })
    await end(at(pods(), 0), 'Succeeded')
    await end(at(pods(), 2), 'Succeeded')
    expect(status()).toMatchObject({ active: 1, succeeded: 2, completedIndexes: '0,2' })
    await end(at(pods(), 1), 'Succeeded')
    expect(status()).toMatchObject({ succeeded: 3, completedIndexes: '0-2', conditions: [{ type: 'Complete' }] })
  })

  it('retries each index up to its own backoff limit', async () => {
    const { pods, status, end, pass } = await withJob({
      ...indexed,
      completions: 2,
      parallelism: 2,
      backoffLimitPerIndex: 1,
    })
    expect(status()).toMatchObject({ active: 2, failedIndexes: '' })
    await end(at(pods(), 0), 'Failed')
    expect(pods().filter((pod) => pod.metadata?.finalizers !== undefined)).toHaveLength(2)
    await pass(10_000)
    const again = pods().find(
      (pod) => pod.metadata?.annotations?.['batch.kubernetes.io/job-index-failure-count'] === '1',
    )
    expect(again?.metadata?.generateName).toBe('j-0-')
    expect(status()).toMatchObject({ active: 2, failed: 1 })
    await end(again, 'Failed')
    expect(status()).toMatchObject({ active: 1, failed: 2, failedIndexes: '0' })
    await end(at(pods(), 1), 'Succeeded')
    expect(status()).toMatchObject({
      conditions: [{ type: 'Failed', reason: 'FailedIndexes', message: 'Job has failed indexes' }],
    })
  })
})
