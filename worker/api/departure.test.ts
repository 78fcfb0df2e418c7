import { expect, it, vi } from 'vitest'
import { Departure } from './departure.ts'

it('tells who listens, and who asks afterwards', () => {
  const departure = new Departure()
  const heard = vi.fn()
  departure.signal.addEventListener('abort', heard)
  departure.happen()
  expect(heard).toHaveBeenCalledOnce()
  expect(departure).toMatchObject({ happened: true, signal: { aborted: true } })
  const unheard = new Departure()
  unheard.happen()
  expect(unheard.signal.aborted).toBe(true)
})
