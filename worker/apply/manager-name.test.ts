import { describe, expect, it } from 'vitest'
import { managerFaults, managerOfAgent } from './manager-name.ts'

describe('the name of a field manager', () => {
  it('is refused when it is too long or cannot be printed', () => {
    expect(managerFaults('fieldManager', 'a b-c_ü')).toEqual([])
    expect(managerFaults('fieldManager', 'ü'.repeat(65))[0]?.message).toBe('Too long: must have at most 128 bytes')
    expect(managerFaults('fieldManager', 'aü\nb')[0]?.message).toBe(
      'Invalid value: "aü\\nb": invalid character U+000A (at position 3)',
    )
  })

  it('is the product of the User-Agent, without unprintable characters', () => {
    expect(managerOfAgent('svcctl/v1.30 (linux)')).toBe('svcctl')
    expect(managerOfAgent('')).toBe('')
    expect(managerOfAgent('a\tb')).toBe('ab')
    expect(managerOfAgent('ü'.repeat(100))).toBe('ü'.repeat(64))
  })
})
