import { expect, it, vi } from 'vitest'
import { LazyAbortSignal } from './lazy-abort-signal.ts'

it('aborts for earlier listeners and for later readers of the signal', () => {
  const departure = new LazyAbortSignal()
  const heard = vi.fn()
  departure.signal.addEventListener('abort', heard)
  departure.happen()
  expect(heard).toHaveBeenCalledOnce()
  expect(departure).toMatchObject({ happened: true, signal: { aborted: true } })
  const unheard = new LazyAbortSignal()
  unheard.happen()
  expect(unheard.signal.aborted).toBe(true)
})
