import { describe, expect, it } from 'vitest'
import { humanDuration } from '../api/duration.ts'

describe('humanDuration', () => {
  const SECOND = 1000
  const MINUTE = 60 * SECOND
  const HOUR = 60 * MINUTE
  const DAY = 24 * HOUR
  it.each([
    [-5 * SECOND, '<invalid>'],
    [0, '0s'],
    [119 * SECOND, '119s'],
    [3 * MINUTE + 10 * SECOND, '3m10s'],
    [5 * MINUTE, '5m'],
    [20 * MINUTE + 5 * SECOND, '20m'],
    [4 * HOUR + 30 * MINUTE, '4h30m'],
    [47 * HOUR, '47h'],
    [3 * DAY + 2 * HOUR, '3d2h'],
    [30 * DAY, '30d'],
    [3 * 365 * DAY + 20 * DAY, '3y20d'],
  ])('shows %d ms as %s', (ms, text) => expect(humanDuration(ms)).toBe(text))
})
