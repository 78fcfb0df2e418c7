import { describe, expect, it } from 'vitest'
import { virtualClock } from '../../../worker/clock/virtual-clock.ts'
import { WorkQueue } from './work-queue.ts'

function queueOf(results: (number | Error | undefined)[]) {
  const clock = virtualClock()
  const processed: string[] = []
  const waits: number[] = []
  const queue = new WorkQueue({
    async process(key) {
      processed.push(key)
      const result = results.shift()
      if (result instanceof Error) throw result
      return result
    },
    after(ms, task) {
      waits.push(ms)
      return clock.after(ms, task)
    },
  })
  return { clock, processed, waits, queue }
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

describe('WorkQueue', () => {
  it('processes a key once when it is added twice while it waits', async () => {
    const { queue, processed } = queueOf([])
    for (const key of ['a', 'b', 'b', 'a']) queue.add(key)
    await turns()
    // The first `a` was already being processed when the second one was added.
    expect(processed).toEqual(['a', 'b', 'a'])
  })

  it('keeps keys while it is paused', async () => {
    const { queue, processed } = queueOf([])
    queue.pause()
    queue.add('a')
    await turns()
    expect(processed).toEqual([])
    queue.resume()
    await turns()
    expect(processed).toEqual(['a'])
  })

  it('repeats a failed key with growing waits, and starts over after a success', async () => {
    const { queue, processed, waits, clock } = queueOf([new Error(), new Error(), undefined, new Error()])
    queue.add('a')
    await turns()
    for (const ms of [100, 200]) {
      clock.advance(ms)
      await turns()
    }
    queue.add('a')
    await turns()
    expect(processed).toHaveLength(4)
    expect(waits).toEqual([100, 200, 100])
  })

  it('processes a key again after the delay in its result, unless the queue is stopped', async () => {
    const { queue, processed, clock } = queueOf([5_000, undefined])
    queue.add('a')
    await turns()
    clock.advance(5_000)
    await turns()
    expect(processed).toEqual(['a', 'a'])
    queue.stop()
    queue.add('a')
    await turns()
    expect(processed).toHaveLength(2)
  })
})
