import { describe, expect, it } from 'vitest'
import { parseFields, printFields } from './field-set.ts'
import { capUpdaters, ownerId } from './owners.ts'

describe('capUpdaters', () => {
  it('merges owners of the same version and never counts appliers', () => {
    const owner = (manager: string, apiVersion: string, second: number, operation: 'Apply' | 'Update' = 'Update') => {
      const fields = parseFields({ [`f:${manager}`]: {} })
      return { manager, operation, apiVersion, subresource: '', time: `2024-01-01T00:00:${10 + second}Z`, fields }
    }
    const all = [
      owner('x0', 'v1', 0),
      owner('x1', 'v2', 1),
      ...Array.from({ length: 10 }, (_, i) => owner(`y${i}`, i % 2 === 0 ? 'v1' : 'v2', 2 + i)),
      owner('a', 'v1', 0, 'Apply'),
    ]
    const capped = [...capUpdaters(new Map(all.map((one) => [ownerId(one), one]))).values()]
    expect(capped.length).toBe(11)
    const ancient = capped.filter(({ manager }) => manager === 'ancient-changes')
    expect(ancient.map(({ apiVersion, fields }) => [apiVersion, printFields(fields)])).toEqual([
      ['v1', { 'f:x0': {}, 'f:y0': {} }],
      ['v2', { 'f:x1': {}, 'f:y1': {} }],
    ])
  })
})
