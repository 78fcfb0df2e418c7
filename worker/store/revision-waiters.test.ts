import { expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { RevisionWaiters } from './revision-waiters.ts'

it('resolves true for each wait whose revision is reached', async () => {
  const waiters = new RevisionWaiters(virtualClock())
  const early = waiters.wait(4, 1000)
  const late = waiters.wait(5, 1000)
  waiters.reached(4)
  expect(await early).toBe(true)
  waiters.reached(5)
  expect(await late).toBe(true)
})

it('resolves false after the time has passed', async () => {
  const clock = virtualClock()
  const waiters = new RevisionWaiters(clock)
  const waiting = waiters.wait(4, 1000)
  clock.advance(1000)
  expect(await waiting).toBe(false)
  // This call has no effect, because the wait is over.
  waiters.reached(4)
})

it('resolves false when the store closes', async () => {
  const waiters = new RevisionWaiters(virtualClock())
  const waiting = waiters.wait(4, 1000)
  waiters.close()
  expect(await waiting).toBe(false)
})
