import { describe, expect, it } from 'vitest'
import { Lifecycle } from './lifecycle.ts'

describe('a lifecycle', () => {
  it('starts the cluster once for concurrent callers', async () => {
    let starts = 0
    const lifecycle = new Lifecycle(async () => void starts++)
    await Promise.all([lifecycle.start(), lifecycle.start()])
    expect([starts, lifecycle.isStarted]).toEqual([1, true])
  })

  it('starts again after a failure', async () => {
    const failures = [new Error('no storage')]
    const lifecycle = new Lifecycle(async () => {
      const failure = failures.pop()
      if (failure !== undefined) throw failure
    })
    await expect(lifecycle.start()).rejects.toThrow('no storage')
    expect(lifecycle.isStarted).toBe(false)
    await lifecycle.start()
    expect(lifecycle.isStarted).toBe(true)
  })

  it('is not ready while it drains, and closed once it closes', async () => {
    const lifecycle = new Lifecycle(() => Promise.resolve())
    expect([lifecycle.isReady, lifecycle.isClosed]).toEqual([true, false])
    lifecycle.drain()
    expect([lifecycle.isReady, lifecycle.isClosed]).toEqual([false, false])
    await lifecycle.close()
    expect(lifecycle.isClosed).toBe(true)
  })

  it('waits for a running start before it closes, and ignores its error', async () => {
    const lifecycle = new Lifecycle(() => Promise.reject(new Error('no storage')))
    const start = lifecycle.start()
    await lifecycle.close()
    await expect(start).rejects.toThrow('no storage')
  })
})
