import { expect, it } from 'vitest'
import { canonicalMicroTime, canonicalTime } from './times.ts'

it('reads an hour of one digit, as Go does', () => {
  expect(canonicalTime('2020-01-01T7:00:00Z')).toBe('2020-01-01T07:00:00Z')
  expect(() => canonicalMicroTime('2020-01-01T0:00:00Z')).toThrow(/cannot parse "Z" as ".000000"$/)
  expect(() => canonicalTime('2020-01-01T24:00:00Z')).toThrow('hour out of range')
})
