import { expect, it, vi } from 'vitest'
import { DecodedObjects } from './decoded-objects.ts'

it('lets as many hold their objects as there are places, the latest', () => {
  const decoded = new DecodedObjects(2)
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => ({ release: vi.fn() }))
  if (!first || !second || !third || !fourth) throw new Error('there are four')
  decoded.hold(first)
  const place = decoded.hold(second)
  decoded.hold(third)
  expect(first.release).toHaveBeenCalledOnce()
  // Who has left is not asked again.
  decoded.leave(place)
  decoded.hold(fourth)
  expect(second.release).not.toHaveBeenCalled()
  expect(third.release).not.toHaveBeenCalled()
})
