import { expect, it } from 'vitest'
import { fits, truncated } from './endpoint-subsets.ts'

const addresses = (count: number) => Array.from({ length: count }, (_, i) => ({ ip: `10.0.${i >> 8}.${i & 255}` }))

it('truncates unready addresses first, with a proportional part of each subset', () => {
  const subsets = [
    { addresses: addresses(600), notReadyAddresses: addresses(500), ports: [{ port: 1 }] },
    { addresses: addresses(300), notReadyAddresses: addresses(500), ports: [{ port: 2 }] },
  ]
  expect(fits(subsets)).toBe(false)
  const kept = truncated(subsets)
  expect(kept.map((subset) => [subset.addresses?.length, subset.notReadyAddresses?.length])).toEqual([
    [600, 50],
    [300, 50],
  ])
  expect(fits(kept)).toBe(true)
})

it('drops every unready address when the ready ones alone exceed the limit', () => {
  const kept = truncated([{ addresses: addresses(1500), notReadyAddresses: addresses(5) }])
  expect(kept[0]?.addresses).toHaveLength(1000)
  expect(kept[0]).not.toHaveProperty('notReadyAddresses')
})
