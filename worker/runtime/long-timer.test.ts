import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTimer } from './long-timer.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const MONTH = 30 * 24 * 3600 * 1000

it.each([1, 1000, MONTH, 3 * MONTH])('calls a task once, after %d ms', (ms) => {
  const task = vi.fn()
  startTimer(ms, task)
  vi.advanceTimersByTime(ms - 1)
  expect(task).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(task).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(4 * MONTH)
  expect(task).toHaveBeenCalledOnce()
})

it('never calls a task after an infinite or a cancelled time', () => {
  const task = vi.fn()
  startTimer(Infinity, task)
  const cancel = startTimer(2 * MONTH, task)
  vi.advanceTimersByTime(MONTH)
  cancel()
  vi.advanceTimersByTime(4 * MONTH)
  expect(task).not.toHaveBeenCalled()
})
