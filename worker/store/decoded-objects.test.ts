import { expect, it, vi } from 'vitest'
import { DecodedObjects } from './decoded-objects.ts'

it('releases a holder when as many others as the limit have registered after it, unless it has left', () => {
  const decoded = new DecodedObjects(2)
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => ({ release: vi.fn() }))
  if (!first || !second || !third || !fourth) throw new Error('there are four')
  decoded.hold(first)
  const place = decoded.hold(second)
  decoded.hold(third)
  expect(first.release).toHaveBeenCalledOnce()
  // A holder that left its place is not released later.
  decoded.leave(place)
  decoded.hold(fourth)
  expect(second.release).not.toHaveBeenCalled()
  expect(third.release).not.toHaveBeenCalled()
})
