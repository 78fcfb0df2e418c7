import { expect, it } from 'vitest'
import { isStackOverflow } from './stack-overflow.ts'

it('recognises the overflows of V8 and Firefox, and no other errors', () => {
  const endless = (): number => 1 + endless()
  let caught: unknown
  try {
    endless()
  } catch (error) {
    caught = error
  }
  expect(isStackOverflow(caught)).toBe(true)
  // Firefox: InternalError.
  expect(isStackOverflow(Object.assign(new Error('too much recursion'), { name: 'InternalError' }))).toBe(true)
  expect([new RangeError('Invalid array length'), 'too much recursion', undefined].map(isStackOverflow)).toEqual([
    false,
    false,
    false,
  ])
})
