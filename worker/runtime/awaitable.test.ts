import { expect, it } from 'vitest'
import { andThen } from './awaitable.ts'

it('goes on at once with a value that is there', () => {
  let seen = 0
  expect(andThen(1, (value) => (seen = value))).toBe(1)
  expect(seen).toBe(1)
  expect(() =>
    andThen(1, () => {
      throw new Error('no')
    }),
  ).toThrow('no')
})

it('waits for one that is on its way', async () => {
  const answer = andThen(Promise.resolve(1), (value) => value + 1)
  expect(answer).toBeInstanceOf(Promise)
  await expect(answer).resolves.toBe(2)
})
