import { describe, expect, it } from 'vitest'
import { claimSeconds, goTimeText } from './claim-time.ts'

describe('the time of a claim', () => {
  it('has whole seconds', () => {
    expect(claimSeconds(1.9)).toBe(1)
    expect(claimSeconds(-1.9)).toBe(-1)
    expect(claimSeconds(253_402_300_800)).toBe(253_402_300_800)
  })

  it('beyond the times of Go is in the past', () => {
    for (const seconds of [1e30, -1e30, 2 ** 63, 2 ** 63 - 1024]) expect(claimSeconds(seconds)).toBeLessThan(-9e18)
  })

  it('is printed with any year', () => {
    expect(goTimeText(0)).toBe('1970-01-01 00:00:00 +0000 UTC')
    expect(goTimeText(253_402_300_800)).toBe('10000-01-01 00:00:00 +0000 UTC')
    expect(goTimeText(-62_135_596_800)).toBe('0001-01-01 00:00:00 +0000 UTC')
    expect(goTimeText(-62_167_219_201)).toBe('-0001-12-31 23:59:59 +0000 UTC')
    expect(goTimeText(1e15)).toBe('31690708-07-05 01:46:40 +0000 UTC')
    expect(goTimeText(-(2 ** 63))).toBe('292277026596-12-04 15:30:08 +0000 UTC')
  })
})
