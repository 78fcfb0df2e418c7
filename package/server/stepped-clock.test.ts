import { expect, test } from 'vitest'
import { steppedClock } from './stepped-clock.ts'

const RESTING = { revision: () => 1, workUnderWay: () => 0 }

test('work that pauses for other requests is done before time passes', async () => {
  const clock = steppedClock(0)
  let doneAt: number | undefined
  const work = async (): Promise<void> => {
    for (let step = 0; step < 100; step++) await clock.turn()
    doneAt = clock.elapsed()
  }
  const working = work()
  await clock.advance(1000, RESTING)
  expect(doneAt).toBe(0)
  expect(clock.elapsed()).toBe(1000)
  await working
})

test('timers run in order, each after the work of the one before it', async () => {
  const clock = steppedClock(0)
  const seen: string[] = []
  clock.after(200, () => seen.push(`second at ${clock.elapsed()}`))
  clock.after(100, () => {
    void clock.turn().then(() => seen.push(`work of the first at ${clock.elapsed()}`))
  })
  await clock.advance(1000, RESTING)
  expect(seen).toEqual(['work of the first at 100', 'second at 200'])
})
