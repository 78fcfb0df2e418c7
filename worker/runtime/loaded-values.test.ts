import { expect, it } from 'vitest'
import { LoadedValues } from './loaded-values.ts'

it('reads present values in one pass', async () => {
  const values = new LoadedValues<number>()
  let passes = 0
  const sum = await values.compute(() => {
    passes++
    return (values.read('a', () => 1) ?? 0) + (values.read('b', () => 2) ?? 0)
  })
  expect([sum, passes]).toEqual([3, 1])
})

it('loads each missing value once, and only values that the computation still reads', async () => {
  const values = new LoadedValues<number>()
  const loaded: string[] = []
  const read = (key: string, value: number): number | undefined =>
    values.read(key, () => {
      loaded.push(key)
      return Promise.resolve(value)
    })
  const result = await values.compute(() => (read('a', 1) === 1 ? read('b', 2) : read('c', 3)))
  expect(result).toBe(2)
  expect(loaded).toEqual(['a', 'b'])
})

it('throws the error of the computation when no value is missing', async () => {
  const values = new LoadedValues<number>()
  const computation = (): number => {
    if (values.read('a', () => Promise.resolve(1)) === undefined) throw new Error('discarded')
    throw new Error('kept')
  }
  await expect(values.compute(computation)).rejects.toThrow('kept')
})

it('throws the failure of a load when the value is read', async () => {
  const values = new LoadedValues<number>()
  const failure = (): Promise<number> => Promise.reject(new Error('unreachable'))
  const caught = await values.compute(() => {
    try {
      return String(values.read('a', failure))
    } catch (error) {
      return (error as Error).message
    }
  })
  expect(caught).toBe('unreachable')
})
