import { describe, expect, it } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'

describe('a bounded cache', () => {
  const cacheOf = (maxEntries: number) => {
    const computed: string[] = []
    const cache = new BoundedCache<string, object>(maxEntries, (key) => {
      computed.push(key)
      return { key }
    })
    return { computed, cache }
  }

  it('computes each value once', () => {
    const { computed, cache } = cacheOf(2)
    expect(cache.get('a')).toBe(cache.get('a'))
    expect(computed).toEqual(['a'])
  })

  it('drops the oldest entry first', () => {
    const { computed, cache } = cacheOf(2)
    for (const key of ['a', 'b', 'c', 'b', 'c', 'a']) cache.get(key)
    expect(computed).toEqual(['a', 'b', 'c', 'a'])
  })

  it('computes a value again after an error', () => {
    let fails = true
    const cache = new BoundedCache<string, string>(2, (key) => {
      if (fails) throw new Error('no')
      return key
    })
    expect(() => cache.get('a')).toThrow('no')
    fails = false
    expect(cache.get('a')).toBe('a')
  })
})
