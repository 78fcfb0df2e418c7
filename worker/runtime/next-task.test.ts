import { expect, it } from 'vitest'
import { nextTask } from './next-task.ts'

it('resolves after all microtasks of the current task', async () => {
  let microtasks = 0
  const chain = async (): Promise<void> => {
    for (; microtasks < 100; microtasks++) await Promise.resolve()
  }
  void chain()
  await nextTask()
  expect(microtasks).toBe(100)
})
