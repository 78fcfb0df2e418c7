import { expect, it } from 'vitest'
import { repeatedLoad } from './repeated-load.ts'

/** A load that fails this number of times, and the pauses after the failures in milliseconds. */
function failing(times: number) {
  const pauses: number[] = []
  const after = (ms: number, task: () => void) => {
    pauses.push(ms)
    queueMicrotask(task)
    return () => undefined
  }
  let loads = 0
  const load = (): Promise<string> =>
    ++loads <= times ? Promise.reject(new Error(`load ${loads}`)) : Promise.resolve('part')
  return { pauses, loaded: repeatedLoad(load, { after }) }
}

it('loads again after pauses', async () => {
  const { pauses, loaded } = failing(2)
  expect(await loaded).toBe('part')
  expect(pauses).toEqual([200, 1000])
})

it('throws the last error', async () => {
  await expect(failing(4).loaded).rejects.toThrow('load 4')
})
