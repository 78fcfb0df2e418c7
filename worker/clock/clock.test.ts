import { describe, expect, it } from 'vitest'
import { systemClock } from './clock.ts'

describe('uuid', () => {
  it('has version 4 and differs each time', () => {
    const uuids = Array.from({ length: 1000 }, () => systemClock.uuid())
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Set(uuids).size).toBe(1000)
  })

  it('varies every digit except the version, and the variant only among its four values', () => {
    const seen = Array.from({ length: 36 }, () => new Set<string>())
    for (let i = 0; i < 500; i++) for (const [at, digit] of [...systemClock.uuid()].entries()) seen[at]?.add(digit)
    const expected = Array<number>(36).fill(16)
    // Four hyphens and the version; two bits of the variant.
    for (const at of [8, 13, 14, 18, 23]) expected[at] = 1
    expected[19] = 4
    expect(seen.map(({ size }) => size)).toEqual(expected)
  })
})
