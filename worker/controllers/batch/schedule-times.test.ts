import { describe, expect, it } from 'vitest'
import { Fault, parseSchedule } from '../../resources/rules/cron-schedule.ts'
import { nextTime } from './schedule-times.ts'
import { timeZone, zonedTime } from './time-zone.ts'

function times(text: string, after: string, zoneName = 'UTC', count = 2): string[] {
  const schedule = parseSchedule(text)
  if (schedule instanceof Fault) throw new Error(schedule.text)
  const zone = timeZone(zoneName)
  const found: string[] = []
  let time: number | undefined = Date.parse(after)
  while (found.length < count && time !== undefined) {
    time = nextTime(schedule, time, zone)
    if (time !== undefined) found.push(zonedTime(time, zone))
  }
  return found
}

describe('the times of a schedule', () => {
  it.each([
    ['* * * * *', ['2024-05-01T10:31:00Z', '2024-05-01T10:32:00Z']],
    ['*/15 * * * *', ['2024-05-01T10:45:00Z', '2024-05-01T11:00:00Z']],
    ['5 4 * * *', ['2024-05-02T04:05:00Z', '2024-05-03T04:05:00Z']],
    ['0 22 * * 1-5', ['2024-05-01T22:00:00Z', '2024-05-02T22:00:00Z']],
    ['30 6-16/4 * * mon', ['2024-05-06T06:30:00Z', '2024-05-06T10:30:00Z']],
    // When both are restricted, the day of the month or the day of the week matches.
    ['0 0 13 * fri', ['2024-05-03T00:00:00Z', '2024-05-10T00:00:00Z']],
    ['0 0 */2 * fri', ['2024-05-03T00:00:00Z', '2024-05-05T00:00:00Z']],
    ['0 0 29 2 *', ['2028-02-29T00:00:00Z', '2032-02-29T00:00:00Z']],
    ['@yearly', ['2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z']],
    ['@weekly', ['2024-05-05T00:00:00Z', '2024-05-12T00:00:00Z']],
    ['@hourly', ['2024-05-01T11:00:00Z', '2024-05-01T12:00:00Z']],
    ['@every 90m', ['2024-05-01T12:00:30Z', '2024-05-01T13:30:30Z']],
    ['0 0 31 2 *', []],
  ])('%s', (text, expected) => expect(times(text, '2024-05-01T10:30:30.5Z')).toEqual(expected))
})

describe('a schedule in a time zone', () => {
  it.each([
    ['0 9 * * *', '2024-03-30T12:00:00Z', 'Europe/Rome', ['2024-03-31T09:00:00+02:00', '2024-04-01T09:00:00+02:00']],
    // Skipped local times do not occur.
    ['30 2 * * *', '2024-03-30T00:00:00Z', 'Europe/Rome', ['2024-03-30T02:30:00+01:00', '2024-04-01T02:30:00+02:00']],
    ['0 3 * * *', '2024-10-26T12:00:00Z', 'Europe/Rome', ['2024-10-27T03:00:00+01:00', '2024-10-28T03:00:00+01:00']],
    ['0 0 * * *', '2024-01-01T00:00:00Z', 'Asia/Kathmandu', ['2024-01-02T00:00:00+05:45', '2024-01-03T00:00:00+05:45']],
    [
      '0 0 * * 0',
      '2024-01-06T23:00:00Z',
      'America/New_York',
      ['2024-01-07T00:00:00-05:00', '2024-01-14T00:00:00-05:00'],
    ],
    // Midnight of that day does not exist in the zone.
    [
      '0 1 * * *',
      '2018-11-03T12:00:00Z',
      'America/Sao_Paulo',
      ['2018-11-04T01:00:00-02:00', '2018-11-05T01:00:00-02:00'],
    ],
    // The clock skips the first hour of a day, of a month, or a whole day.
    ['0 5 27 3 *', '2022-03-20T00:00:00Z', 'Asia/Beirut', ['2022-03-27T05:00:00+03:00', '2023-03-27T05:00:00+03:00']],
    [
      '0 5 * 10 *',
      '2023-09-15T00:00:00Z',
      'America/Asuncion',
      ['2023-10-01T05:00:00-03:00', '2023-10-02T05:00:00-03:00'],
    ],
    [
      '30 0 31 12 *',
      '2011-12-01T00:00:00Z',
      'Pacific/Apia',
      ['2011-12-31T00:30:00+14:00', '2012-12-31T00:30:00+14:00'],
    ],
  ])('%s after %s in %s', (text, after, zone, expected) => expect(times(text, after, zone)).toEqual(expected))

  it('throws RangeError for an unknown time zone', () => expect(() => timeZone('Nowhere/Land')).toThrow(RangeError))
})
