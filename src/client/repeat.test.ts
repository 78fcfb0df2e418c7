import { expect, it } from 'vitest'
import { repeat } from './repeat.ts'

it('runs again after a success and after a failure, until the signal aborts', async () => {
  const stopper = new AbortController()
  const outcomes: (string | undefined)[] = []
  let runs = 0
  await repeat(
    async () => {
      if (++runs === 2) throw new Error('lost')
      if (runs === 3) stopper.abort()
      await Promise.resolve()
    },
    { signal: stopper.signal, attempted: (error) => outcomes.push(error?.message), sleep: () => Promise.resolve() },
  )
  expect(outcomes).toEqual([undefined, 'lost', undefined])
})

it('does not report the failure that the abort caused', async () => {
  const stopper = new AbortController()
  const outcomes: unknown[] = []
  await repeat(
    () => {
      stopper.abort()
      return Promise.reject(new Error('aborted'))
    },
    { signal: stopper.signal, attempted: (error) => outcomes.push(error), sleep: () => Promise.resolve() },
  )
  expect(outcomes).toEqual([])
})
