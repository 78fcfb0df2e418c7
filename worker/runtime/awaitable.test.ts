import { expect, it } from 'vitest'
import { andThen } from './awaitable.ts'

it('calls the function synchronously with a present value', () => {
  let seen = 0
  expect(andThen(1, (value) => (seen = value))).toBe(1)
  expect(seen).toBe(1)
  expect(() =>
    andThen(1, () => {
      throw new Error('no')
    }),
  ).toThrow('no')
})

it('awaits a promise before it calls the function', async () => {
  const answer = andThen(Promise.resolve(1), (value) => value + 1)
  expect(answer).toBeInstanceOf(Promise)
  await expect(answer).resolves.toBe(2)
})
