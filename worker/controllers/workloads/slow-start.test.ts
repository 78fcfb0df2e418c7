import { expect, it } from 'vitest'
import { slowStart, together } from './slow-start.ts'

it('makes one request first, then doubles each batch', async () => {
  const batches: number[] = []
  let running = 0
  await slowStart(10, async () => {
    running++
    await Promise.resolve()
    if (running > 0) batches.push(running)
    running = 0
  })
  expect(batches).toEqual([1, 2, 4, 3])
})

it('stops after the batch that failed', async () => {
  let made = 0
  const make = (): Promise<void> => {
    made++
    return made === 3 ? Promise.reject(new Error('full')) : Promise.resolve()
  }
  await expect(slowStart(100, make)).rejects.toThrow('full')
  expect(made).toBe(3)
})

it('waits for every request of a batch before it throws', async () => {
  const done: number[] = []
  const late = Promise.resolve()
    .then(() => undefined)
    .then(() => done.push(1))
  await expect(together([Promise.reject(new Error('first')), late])).rejects.toThrow('first')
  expect(done).toEqual([1])
})
