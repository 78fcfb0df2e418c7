import { expect, test } from 'vitest'
import { repeatedly } from './followed-names.ts'

test('calls during a run cause one further run', async () => {
  const ends: (() => void)[] = []
  const start = repeatedly(() => new Promise((resolve) => ends.push(resolve)))
  start()
  start()
  start()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await Promise.resolve()
  await Promise.resolve()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await Promise.resolve()
  await Promise.resolve()
  start()
  expect(ends).toHaveLength(3)
})
