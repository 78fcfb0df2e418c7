import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { batchCluster, podTemplate as template } from './batch-fixture.ts'
import { cronJobs } from './cron-job.ts'

const MINUTE = 60_000
/** Ten o'clock, the start of the virtual clock, in minutes since 1970. */
const TEN = Date.UTC(2024, 4, 1, 10) / MINUTE

async function withCronJob(spec: JsonObject = {}) {
  const cluster = await batchCluster(cronJobs)
  const { clock, read, all, pass, create, patch } = cluster
  const jobTemplate = { metadata: { labels: { l: '1' }, annotations: { a: '1' } }, spec: { template } }
  await create('batch/cronjobs', { metadata: { name: 'c' }, spec: { schedule: '* * * * *', jobTemplate, ...spec } })
  await pass(0)
  return {
    ...cluster,
    status: () => read('batch/cronjobs', 'c', 'default')?.['status'],
    jobs: () => all('batch/jobs', 'default').map(({ metadata }) => metadata?.name),
    end: (name: string, type: string) => {
      const now = new Date(clock.now()).toISOString()
      const conditions = [{ type, status: 'True', lastTransitionTime: now }]
      const completionTime = type === 'Complete' ? { completionTime: now } : {}
      return patch('batch/jobs', name, { status: { startTime: now, conditions, ...completionTime } }, 'status')
    },
  }
}

describe('a cron job', () => {
  it('starts a job at each time of its schedule', async () => {
    const { read, status, jobs, events, pass, report } = await withCronJob()
    await pass(MINUTE - 1000)
    expect(jobs()).toEqual([])
    await pass(2000)
    const name = `c-${TEN + 1}`
    const job = read('batch/jobs', name, 'default')
    expect(job?.metadata).toMatchObject({
      labels: { l: '1' },
      annotations: { a: '1', 'batch.kubernetes.io/cronjob-scheduled-timestamp': '2024-05-01T10:01:00Z' },
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'c', controller: true }],
    })
    const reference = { apiVersion: 'batch/v1', kind: 'Job', namespace: 'default', name, uid: job?.metadata?.uid }
    expect(status()).toMatchObject({ active: [reference], lastScheduleTime: '2024-05-01T10:01:00Z' })
    expect(events()).toEqual([`SuccessfulCreate: Created job ${name}`])
    await pass(MINUTE)
    expect(jobs()).toEqual([name, `c-${TEN + 2}`])
    expect(report).not.toHaveBeenCalled()
  })

  it('records the end of jobs and keeps the most recent ones', async () => {
    const { status, jobs, events, pass, end } = await withCronJob({ successfulJobsHistoryLimit: 1 })
    await pass(2 * MINUTE + 1000)
    await end(`c-${TEN + 1}`, 'Complete')
    expect(status()).toMatchObject({ active: [{ name: `c-${TEN + 2}` }], lastSuccessfulTime: '2024-05-01T10:02:01Z' })
    expect(events()).toContain(`SawCompletedJob: Saw completed job: c-${TEN + 1}, status: Complete`)
    await pass(1000)
    await end(`c-${TEN + 2}`, 'Complete')
    expect(jobs()).toEqual([`c-${TEN + 2}`])
    expect(events()).toContain(`SuccessfulDelete: Deleted job c-${TEN + 1}`)
    expect(status()).toMatchObject({ lastSuccessfulTime: '2024-05-01T10:02:02Z' })
  })

  it('does not start a second job when concurrency is forbidden', async () => {
    const { jobs, events, pass, end } = await withCronJob({ concurrencyPolicy: 'Forbid' })
    await pass(2 * MINUTE + 1000)
    expect(jobs()).toEqual([`c-${TEN + 1}`])
    const why = 'Not starting job because prior execution is running and concurrency policy is Forbid'
    expect(events()).toContain(`JobAlreadyActive: ${why}`)
    await end(`c-${TEN + 1}`, 'Failed')
    expect(jobs()).toEqual([`c-${TEN + 1}`, `c-${TEN + 2}`])
  })

  it('replaces a running job when the policy is Replace', async () => {
    const { jobs, status, pass } = await withCronJob({ concurrencyPolicy: 'Replace' })
    await pass(2 * MINUTE + 1000)
    expect(jobs()).toEqual([`c-${TEN + 2}`])
    expect(status()).toMatchObject({ active: [{ name: `c-${TEN + 2}` }] })
  })

  it('starts nothing while suspended, then starts the last missed job within its deadline', async () => {
    const { jobs, pass, patch } = await withCronJob({ suspend: true })
    await pass(5 * MINUTE + 30_000)
    expect(jobs()).toEqual([])
    await patch('batch/cronjobs', 'c', { spec: { suspend: false, startingDeadlineSeconds: 20 } })
    expect(jobs()).toEqual([])
    await patch('batch/cronjobs', 'c', { spec: { startingDeadlineSeconds: 40 } })
    expect(jobs()).toEqual([`c-${TEN + 5}`])
  })

  it('warns of too many missed start times', async () => {
    const { jobs, events, pass, patch } = await withCronJob({ suspend: true })
    await pass(200 * MINUTE + 1000)
    await patch('batch/cronjobs', 'c', { spec: { suspend: false } })
    expect(jobs()).toEqual([`c-${TEN + 200}`])
    const advice = 'Set or decrease .spec.startingDeadlineSeconds or check clock skew'
    expect(events()).toContain(`TooManyMissedTimes: too many missed start times. ${advice}`)
  })

  it('uses its time zone and follows a changed schedule', async () => {
    const { read, jobs, pass, patch } = await withCronJob({ schedule: '0 0 1 1 *', timeZone: 'Asia/Tokyo' })
    await patch('batch/cronjobs', 'c', { spec: { schedule: '30 19 * * *' } })
    await pass(30 * MINUTE + 1000)
    const [name = ''] = jobs()
    expect(name).toBe(`c-${TEN + 30}`)
    expect(read('batch/jobs', name, 'default')?.metadata?.annotations).toMatchObject({
      'batch.kubernetes.io/cronjob-scheduled-timestamp': '2024-05-01T19:30:00+09:00',
    })
  })

  it('warns that a schedule has no times', async () => {
    const { events } = await withCronJob({ schedule: '0 0 31 2 *' })
    const why = 'time difference between two schedules is less than 1 second'
    expect(events()).toEqual([`InvalidSchedule: invalid schedule: 0 0 31 2 * : ${why}`])
  })

  it('removes deleted jobs from its status and warns of unexpected jobs', async () => {
    const { status, events, patch, create, read } = await withCronJob({ suspend: true })
    const lost = { apiVersion: 'batch/v1', kind: 'Job', namespace: 'default', name: 'lost', uid: 'u' }
    await patch('batch/cronjobs', 'c', { status: { active: [lost] } }, 'status')
    expect(status()).toEqual({})
    const { uid = '' } = read('batch/cronjobs', 'c', 'default')?.metadata ?? {}
    const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'c', uid, controller: true }
    await create('batch/jobs', { metadata: { name: 'own', ownerReferences: [owner] }, spec: { template } })
    await patch('batch/jobs', 'own', { metadata: { labels: { x: 'y' } } })
    expect(events()).toEqual([
      'MissingJob: Active job went missing: lost',
      'UnexpectedJob: Saw a job that the controller did not create or forgot: own',
    ])
  })

  it('adds its own job that is missing from the status', async () => {
    const { status, pass, patch } = await withCronJob()
    await pass(MINUTE + 1000)
    await patch('batch/cronjobs', 'c', { status: { active: null, lastScheduleTime: null } }, 'status')
    expect(status()).toMatchObject({ active: [{ name: `c-${TEN + 1}` }], lastScheduleTime: '2024-05-01T10:01:00Z' })
  })
})
