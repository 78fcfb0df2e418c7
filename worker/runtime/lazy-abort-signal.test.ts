import { expect, it, vi } from 'vitest'
import { LazyAbortSignal } from './lazy-abort-signal.ts'

it('aborts for earlier listeners and for later readers of the signal', () => {
  const aborted = new LazyAbortSignal()
  const heard = vi.fn()
  aborted.signal.addEventListener('abort', heard)
  aborted.abort()
  expect(heard).toHaveBeenCalledOnce()
  expect(aborted).toMatchObject({ isAborted: true, signal: { aborted: true } })
  const unheard = new LazyAbortSignal()
  unheard.abort()
  expect(unheard.signal.aborted).toBe(true)
})
