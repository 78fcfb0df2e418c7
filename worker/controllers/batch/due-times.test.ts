import { describe, expect, it } from 'vitest'
import { Fault, parseSchedule } from '../../resources/rules/cron-schedule.ts'
import { dueTime, ScheduleWithoutTimes, untilNext, type CronTiming } from './due-times.ts'
import { UTC } from './time-zone.ts'

const at = (text: string): number => Date.parse(`2024-05-01T${text}Z`)

function timing(text: string, since: string, startingDeadlineMs?: number): CronTiming {
  const schedule = parseSchedule(text)
  if (schedule instanceof Fault) throw new Error(schedule.text)
  return { schedule, zone: UTC, since: at(since), startingDeadlineMs }
}

describe('the due time', () => {
  it.each([
    [
      'nothing before the first time',
      timing('0 * * * *', '10:10:00'),
      { now: '10:59:59', time: undefined, areManyMissed: false },
    ],
    [
      'the one time that has passed',
      timing('0 * * * *', '10:10:00'),
      { now: '11:30:00', time: '11:00:00', areManyMissed: false },
    ],
    [
      'the last of several',
      timing('0 * * * *', '10:10:00'),
      { now: '14:30:00', time: '14:00:00', areManyMissed: false },
    ],
    [
      'the last of times at uneven intervals',
      timing('30 6-16/4 * * *', '05:00:00'),
      { now: '15:00:00', time: '14:30:00', areManyMissed: false },
    ],
    ['the last of many', timing('* * * * *', '10:00:00'), { now: '13:00:30', time: '13:00:00', areManyMissed: true }],
    [
      'the last of even intervals, counted from their start',
      timing('@every 7m', '10:00:00'),
      { now: '10:30:00', time: '10:28:00', areManyMissed: false },
    ],
  ])('is %s', (_, schedule, { now, time, areManyMissed }) => {
    const due = dueTime(schedule, at(now))
    expect(due.time).toBe(time && at(time))
    expect(due.areManyMissed).toBe(areManyMissed)
  })

  it('is undefined after the starting deadline', () => {
    expect(dueTime(timing('0 * * * *', '08:10:00', 600_000), at('11:30:00')).time).toBeUndefined()
    expect(dueTime(timing('0 * * * *', '08:10:00', 600_000), at('11:05:00')).time).toBe(at('11:00:00'))
  })

  it('throws ScheduleWithoutTimes for a schedule without times', () => {
    expect(() => dueTime(timing('0 0 31 2 *', '10:00:00'), at('11:00:00'))).toThrow(ScheduleWithoutTimes)
  })
})

it.each([
  ['0 * * * *', '10:10:00', '10:30:00', '11:00:00.1'],
  ['0 * * * *', '10:10:00', '11:30:00', '12:00:00.1'],
  ['@every 7m', '10:00:00', '10:30:00', '10:35:00.1'],
])('%s from %s is due again after %s at %s', (text, since, now, next) => {
  expect(untilNext(timing(text, since), at(now))).toBe(at(next) - at(now))
})
