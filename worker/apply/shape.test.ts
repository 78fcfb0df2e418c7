import { expect, it } from 'vitest'
import { ByShape } from './shape.ts'

it('finds out once a shape, nothing included, and forgets the oldest shape and very long ones', () => {
  const cache = new ByShape<string | undefined>()
  let asked = 0
  const of = (shape: string): string | undefined =>
    cache.of(shape, () => {
      asked++
      return undefined
    })
  of('a')
  of('a')
  expect(asked).toBe(1)
  for (let i = 0; i < 512; i++) of(`other ${i}`)
  expect(asked).toBe(513)
  of('other 511')
  expect(asked).toBe(513)
  of('a')
  expect(asked).toBe(514)
  of('x'.repeat(10_000))
  of('x'.repeat(10_000))
  expect(asked).toBe(516)
})
