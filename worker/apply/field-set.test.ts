import { expect, it } from 'vitest'
import { covers, fieldSetOf, noFields, overlaps } from './field-set.ts'

const own = fieldSetOf(['f:spec', 'f:replicas'], ['f:metadata', 'f:labels', 'f:app'], ['f:metadata', 'f:labels'])

it('covers a set when it or the additional set has every member', () => {
  expect(covers(own, fieldSetOf(['f:spec', 'f:replicas']))).toBe(true)
  expect(covers(own, noFields)).toBe(true)
  expect(covers(own, fieldSetOf(['f:spec']))).toBe(false)
  expect(covers(own, fieldSetOf(['f:metadata', 'f:labels', 'f:tier']))).toBe(false)
  const both = fieldSetOf(['f:spec', 'f:replicas'], ['f:metadata', 'f:uid'])
  expect(covers(own, both)).toBe(false)
  expect(covers(own, both, fieldSetOf(['f:metadata', 'f:uid']))).toBe(true)
})

it('overlaps with a set when both have the same member, not when one only contains its path', () => {
  expect(overlaps(own, fieldSetOf(['f:spec', 'f:paused'], ['f:metadata', 'f:labels', 'f:app']))).toBe(true)
  expect(overlaps(own, fieldSetOf(['f:metadata']))).toBe(false)
  expect(overlaps(own, fieldSetOf(['f:metadata', 'f:labels']))).toBe(true)
  expect(overlaps(own, noFields)).toBe(false)
})
