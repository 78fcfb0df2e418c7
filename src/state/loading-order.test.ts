import { expect, it } from 'vitest'
import { nextTask } from '../../worker/runtime/next-task.ts'
import { afterTerminal, releaseLazyLoading } from './loading-order.ts'

it('starts the work that waits for the terminal piece by piece, each in a separate task', async () => {
  const order: string[] = []
  const first = afterTerminal().then(() => {
    order.push('first')
    // Microtasks of one task run before the next task.
    return Promise.resolve().then(() => order.push('end of its task'))
  })
  const second = afterTerminal().then(() => order.push('second'))
  await nextTask()
  expect(order).toEqual([])
  releaseLazyLoading()
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'end of its task', 'second'])
})
