import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../worker/api/json.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { EventBuffer, type BatchOptions } from './event-buffer.ts'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function buffered(options: Partial<BatchOptions>, process: () => Promise<boolean> | boolean = () => true) {
  const clock = virtualClock()
  const batches: string[][] = []
  const lost: string[] = []
  const backend = {
    process(events: readonly JsonObject[]) {
      batches.push(events.map(({ auditID }) => String(auditID)))
      return process()
    },
    close: () => Promise.resolve(),
  }
  const usual = { bufferSize: 2, maxSize: 3, maxWait: 1000, overlaps: true }
  const buffer = new EventBuffer(backend, { ...usual, ...options }, clock, (plugin, why, events) =>
    lost.push(`${plugin}: ${why}: ${events.map(({ auditID }) => String(auditID)).join()}`),
  )
  const give = (...ids: string[]) => buffer.process(ids.map((auditID) => ({ auditID })))
  return { clock, batches, lost, buffer, give }
}

describe('EventBuffer', () => {
  it('sends a full batch at once, and a smaller one when the time since the last batch has passed', async () => {
    const { clock, batches, give } = buffered({})
    clock.advance(400)
    give('a', 'b')
    expect(batches).toEqual([])
    clock.advance(600)
    await settled()
    expect(batches).toEqual([['a', 'b']])
    give('c', 'd', 'e', 'f')
    await settled()
    expect(batches.slice(1)).toEqual([['c', 'd', 'e']])
    clock.advance(1000)
    await settled()
    expect(batches.slice(2)).toEqual([['f']])
  })

  it('loses events beyond the buffer while the backend takes no batch', async () => {
    let store = (_stored: boolean): void => undefined
    const { batches, lost, give } = buffered(
      { maxSize: 1, overlaps: false },
      () => new Promise<boolean>((resolve) => (store = resolve)),
    )
    expect(give('a', 'b', 'c', 'd')).toBe(true)
    expect(lost).toEqual(['buffered: audit buffer queue blocked: d'])
    store(true)
    await settled()
    expect(batches).toEqual([['a'], ['b']])
  })

  it('limits the rate of batches', async () => {
    const { clock, batches, give } = buffered({ maxSize: 1, rate: { qps: 1, burst: 1 } })
    give('a', 'b')
    await settled()
    expect(batches).toEqual([['a']])
    clock.advance(1000)
    await settled()
    expect(batches).toEqual([['a'], ['b']])
  })

  it('sends what is left when it closes, and takes no more', async () => {
    const { batches, lost, buffer, give } = buffered({})
    give('a')
    await buffer.close()
    give('b')
    expect(batches).toEqual([['a']])
    expect(lost).toEqual(['buffered: audit backend shut down: b'])
  })
})
