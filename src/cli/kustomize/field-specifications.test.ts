import { expect, it } from 'vitest'
import { withDefaults } from './field-specifications.ts'

it('adds the places of a configuration to the default ones, also for a name that objects inherit', () => {
  const own = [{ path: 'spec/x' }]
  const all = withDefaults({ replicas: own, constructor: own })
  expect(all['replicas']).toHaveLength(5)
  expect(all['replicas']?.at(-1)).toBe(own[0])
  expect(all['constructor']).toEqual(own)
})
