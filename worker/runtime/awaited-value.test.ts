import { describe, expect, it } from 'vitest'
import { awaited, retried } from './awaited-value.ts'

const later = <T>(value: T) => Promise.resolve(value)

describe('retried', () => {
  it('answers at once where nothing takes time', () => {
    expect(retried(() => 1)).toBe(1)
    expect(() =>
      retried(() => {
        throw new Error('no')
      }),
    ).toThrow('no')
  })

  it('begins anew with each value that it had to wait for', async () => {
    let runs = 0
    const sum = await retried(() => {
      runs++
      return awaited('a', () => later(1)) + awaited('b', () => later(2)) + awaited('a', () => later(9))
    })
    expect([sum, runs]).toEqual([4, 3])
  })

  it('fails where a value fails, and lets the computation make something of it', async () => {
    const failing = (): number => awaited('a', () => Promise.reject(new Error('gone')))
    await expect(retried(failing)).rejects.toThrow('gone')
    const mending = (): number => {
      try {
        return failing()
      } catch (error) {
        if (error instanceof Error && error.message === 'gone') return 0
        throw error
      }
    }
    expect(await retried(mending)).toBe(0)
  })

  it('keeps computations apart, and refuses values outside of one', async () => {
    const of = (value: number) => retried(() => awaited('same', () => later(value)))
    expect(await Promise.all([of(1), of(2)])).toEqual([1, 2])
    expect(() => awaited('same', () => later(1))).toThrow('within retried()')
  })
})
