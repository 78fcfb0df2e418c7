import { expect, it } from 'vitest'
import { RestartLimit } from './restart-limit.ts'

it('allows two restarts within a minute', () => {
  const limit = new RestartLimit()
  expect([0, 1_000, 2_000, 61_500, 62_500].map((now) => limit.mayRestart(now))).toEqual([true, true, false, true, true])
})
