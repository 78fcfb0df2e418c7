import { expect, it } from 'vitest'
import { progressOf } from './lesson-progress.ts'

it('describes the progress of the reader', () => {
  expect(progressOf({ reached: 1, steps: 3 })).toBe('Step 2 of 3')
  expect(progressOf({ reached: 3, steps: 3 })).toBe('Finished')
  expect(progressOf({ reached: 1 })).toBe('Step 2')
})
