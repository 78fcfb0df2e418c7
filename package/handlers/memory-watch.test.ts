import { expect, it } from 'vitest'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { watchMemory } from './memory-watch.ts'
import { residentBytes } from './resident-bytes.ts'

function watched(looks: (number | undefined)[]) {
  const clock = virtualClock()
  const seen: number[] = []
  const stop = watchMemory({
    used: () => Promise.resolve(looks.shift()),
    limit: 100,
    every: 50,
    after: (ms, task) => clock.after(ms, task),
    exceeded: (bytes) => seen.push(bytes),
  })
  const pass = async (): Promise<void> => {
    clock.advance(50)
    // One turn for the measurement, and one for its result.
    await clock.turn()
    await clock.turn()
  }
  return { looks, seen, stop, pass }
}

it('reports once that a process exceeds its limit', async () => {
  const { seen, pass, looks } = watched([99, 100, 101, 102])
  for (let look = 0; look < 4; look++) await pass()
  expect([seen, looks]).toEqual([[101], [102]])
})

it('ends when it is stopped, and when the memory is unknown', async () => {
  const stopped = watched([1, 101])
  await stopped.pass()
  stopped.stop()
  await stopped.pass()
  expect([stopped.seen, stopped.looks]).toEqual([[], [101]])
  const unknown = watched([undefined, 101])
  await unknown.pass()
  await unknown.pass()
  expect([unknown.seen, unknown.looks]).toEqual([[], [101]])
})

it('reads the resident memory of a process', async () => {
  const bytes = (await residentBytes(process.pid)) ?? 0
  expect(bytes).toBeGreaterThan(10e6)
  expect(bytes).toBeLessThan(100e9)
  expect(await residentBytes(2 ** 30)).toBeUndefined()
})
