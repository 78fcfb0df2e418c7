import { expect, it } from 'vitest'
import { canonicalMicroTime, canonicalTime } from './times.ts'

it('reads an hour of one digit as Go does, and refuses hour 24', () => {
  expect(canonicalTime('2020-01-01T7:00:00Z')).toBe('2020-01-01T07:00:00Z')
  expect(() => canonicalMicroTime('2020-01-01T0:00:00Z')).toThrow(/cannot parse "Z" as ".000000"$/)
  expect(() => canonicalTime('2020-01-01T24:00:00Z')).toThrow('hour out of range')
})

it('converts times to UTC, with a year beyond 9999 as Go writes it', () => {
  expect(canonicalTime('9999-12-31T23:59:59-01:00')).toBe('10000-01-01T00:59:59Z')
  expect(canonicalMicroTime('2024-01-01T00:30:00.000001+01:00')).toBe('2023-12-31T23:30:00.000001Z')
})
