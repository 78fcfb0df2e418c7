import { expect, it } from 'vitest'
import { containersOf } from './object-parts.ts'

it('returns more containers than the stack has room for', () => {
  const containers = Array.from({ length: 600_000 }, (_, i) => ({ name: `c${i}` }))
  expect(containersOf({ containers, initContainers: [{ name: 'i' }] })).toHaveLength(containers.length + 1)
})
