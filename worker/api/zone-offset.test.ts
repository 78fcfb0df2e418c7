import { expect, it } from 'vitest'
import { zoneOffset } from './zone-offset.ts'

const HOUR = 3_600_000

it.each([
  ['UTC', '2024-07-01T00:00:00Z', 0],
  ['', '2024-07-01T00:00:00Z', 0],
  ['Europe/Paris', '2024-01-01T00:00:00Z', 1],
  ['Europe/Paris', '2024-07-01T23:30:00Z', 2],
  ['Asia/Kolkata', '2024-07-01T00:00:00Z', 5.5],
  ['America/New_York', '2024-03-10T06:59:59Z', -5],
  ['America/New_York', '2024-03-10T07:00:00Z', -4],
])('returns the offset of %j at %s', (zone, time, hours) => {
  expect(zoneOffset(zone, Date.parse(time))).toBe(hours * HOUR)
})

it('returns whole seconds for a time with milliseconds', () => {
  expect(zoneOffset('Europe/Paris', Date.parse('2024-07-01T12:00:00.900Z'))).toBe(2 * HOUR)
  expect(zoneOffset('Europe/Paris', Date.parse('1950-07-01T12:00:00.100Z'))).toBe(HOUR)
})

it('throws RangeError for an unknown time zone', () => {
  expect(() => zoneOffset('Mars/Olympus', 0)).toThrow(RangeError)
})
