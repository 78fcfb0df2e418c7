import { expect, it } from 'vitest'
import { cronTiming } from './cron-timing.ts'

const cronJob = (
  spec: { schedule: string; timeZone?: string; startingDeadlineSeconds?: number | bigint },
  status = {},
) => ({
  metadata: { name: 'c', creationTimestamp: '2024-05-01T10:00:00Z' },
  spec,
  status,
})

it('continues from the last time for which a job was started', () => {
  const spec = { schedule: '@every 5m', startingDeadlineSeconds: 10 }
  expect(cronTiming(cronJob(spec))).toMatchObject({
    schedule: { every: 300_000 },
    since: Date.UTC(2024, 4, 1, 10),
    startingDeadlineMs: 10_000,
  })
  const wrapped = { ...spec, startingDeadlineSeconds: 2n ** 63n - 1n }
  expect(cronTiming(cronJob(wrapped))).toMatchObject({ startingDeadlineMs: -1000 })
  const lastScheduleTime = '2024-05-01T11:00:00Z'
  expect(cronTiming(cronJob(spec, { lastScheduleTime }))).toMatchObject({ since: Date.UTC(2024, 4, 1, 11) })
})

it.each([
  [
    { schedule: '* * * * *', timeZone: 'Nowhere/Land' },
    'UnknownTimeZone',
    'invalid timeZone: "Nowhere/Land": unknown time zone Nowhere/Land',
  ],
  [
    { schedule: 'often' },
    'UnparseableSchedule',
    'unparseable schedule: "often" : expected exactly 5 fields, found 1: [often]',
  ],
])('%j reports why no job starts', (spec, reason, fault) =>
  expect(cronTiming(cronJob(spec))).toEqual({ reason, fault }),
)
