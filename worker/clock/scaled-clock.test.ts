import { expect, it } from 'vitest'
import { scaledClock } from './scaled-clock.ts'
import { virtualClock } from './virtual-clock.ts'

it('begins at another time, and runs faster together with its timers', () => {
  const below = virtualClock(1_000)
  const start = Date.UTC(2026, 0, 1)
  const clock = scaledClock(below, { start, epoch: 1_000, scale: 60 })
  const rung: number[] = []
  clock.after(60_000, () => rung.push(clock.now() - start))
  below.advance(999)
  expect([clock.now() - start, clock.elapsed(), rung]).toEqual([59_940, 59_940, []])
  below.advance(1)
  expect(rung).toEqual([60_000])
})
