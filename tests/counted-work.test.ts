import { growth, LINEAR } from './counted-work.ts'
import { expect, it } from 'vitest'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i)
const sizes = { small: 250, large: 1000, least: 0 }

it('counts the same work per item when a linear algorithm has four times as many items', async () => {
  expect(await growth((count: number) => new Set(numbers(count).map((one) => one + 1)), sizes)).toBeLessThan(LINEAR)
})

it('counts almost four times the work per item when loops compare four times as many items', async () => {
  const inLoops = (count: number): number =>
    numbers(count).filter((one) => numbers(count).some((other) => other === one + count)).length
  expect(await growth(inLoops, sizes)).toBeGreaterThan(3.5)
})

it.each(['indexOf', 'includes'] as const)(
  'counts almost four times the work per item when %s searches four times as many items',
  async (name) => {
    const searching = (count: number): unknown => {
      const list = numbers(count)
      return list.map((one) => list[name](one))
    }
    expect(await growth(searching, sizes)).toBeGreaterThan(3.5)
  },
)
