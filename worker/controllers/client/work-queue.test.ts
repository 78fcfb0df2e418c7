import { describe, expect, it, vi } from 'vitest'
import { staleConflict } from '../../api/status.ts'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { RateLimitingQueue } from './work-queue.ts'

const turn = () => new Promise<void>((resolve) => setTimeout(resolve))

function queueOf(sync: (key: string) => Promise<void>, ready: () => Promise<unknown> | undefined = () => undefined) {
  const clock = virtualClock()
  const report = vi.fn()
  return { clock, report, queue: new RateLimitingQueue({ clock, sync, report, ready }) }
}

describe('a queue', () => {
  it('syncs a key once for all additions in one turn, and again when it is added during its sync', async () => {
    const done: string[] = []
    let finish = (): void => undefined
    const { queue } = queueOf(async (key) => {
      done.push(key)
      if (key === 'slow') await new Promise<void>((resolve) => (finish = resolve))
    })
    for (const key of ['slow', 'b', 'slow', 'b']) queue.add(key)
    await turn()
    queue.add('slow')
    await turn()
    expect(done).toEqual(['slow', 'b'])
    finish()
    await turn()
    expect(done).toEqual(['slow', 'b', 'slow'])
  })

  it('syncs five keys concurrently', async () => {
    let working = 0
    const { queue } = queueOf(() => new Promise(() => working++))
    for (let i = 0; i < 9; i++) queue.add(String(i))
    await turn()
    expect(working).toBe(5)
  })

  it('retries with growing delays, and reports unexpected errors', async () => {
    const times: number[] = []
    const errors = [new Error('odd'), staleConflict({ group: '', resource: 'pods' }, 'p')]
    const { queue, clock, report } = queueOf(() => {
      times.push(clock.elapsed())
      const error = errors.shift()
      return error === undefined ? Promise.resolve() : Promise.reject(error)
    })
    queue.add('a')
    for (let ms = 0; ms < 40; ms++) {
      await turn()
      clock.advance(1)
    }
    expect(times).toEqual([0, 5, 15])
    expect(report.mock.calls).toEqual([[new Error('odd')]])
  })

  it('syncs a key at the earliest of its times, and not after stop', async () => {
    const sync = vi.fn(() => Promise.resolve())
    const { queue, clock } = queueOf(sync)
    queue.addAfter('a', 100)
    queue.addAfter('a', 10)
    queue.addAfter('a', 50)
    clock.advance(10)
    await turn()
    expect(sync).toHaveBeenCalledTimes(1)
    clock.advance(200)
    await turn()
    expect(sync).toHaveBeenCalledTimes(1)
    queue.addAfter('b', 10)
    queue.add('c')
    queue.stop()
    clock.advance(20)
    await turn()
    expect(sync).toHaveBeenCalledTimes(1)
  })

  it('waits until all informers have synced', async () => {
    const sync = vi.fn(() => Promise.resolve())
    let open = (): void => undefined
    let waiting: Promise<void> | undefined = new Promise<void>((resolve) => (open = resolve))
    const { queue } = queueOf(sync, () => waiting)
    queue.add('a')
    await turn()
    expect(sync).not.toHaveBeenCalled()
    waiting = undefined
    open()
    await turn()
    expect(sync).toHaveBeenCalledWith('a')
  })
})
