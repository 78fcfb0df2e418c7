import { expect, it } from 'vitest'
import { errorMessage } from './error-message.ts'

it('is the message of an error, and the text of any other value', () => {
  expect(errorMessage(new TypeError('no such field'))).toBe('no such field')
  expect(['stopped', 7, undefined, null].map(errorMessage)).toEqual(['stopped', '7', 'undefined', 'null'])
})
