import { expect, test } from 'vitest'
import { goDuration } from './duration.ts'

test('a span is written as Go writes it', () => {
  expect([0, 1500, 60_000, 150_000, 3_600_000, 3_661_000].map(goDuration)).toEqual([
    '0s',
    '1.5s',
    '1m0s',
    '2m30s',
    '1h0m0s',
    '1h1m1s',
  ])
})
