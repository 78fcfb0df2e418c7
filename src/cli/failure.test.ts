import { expect, test } from 'vitest'
import { Failure, Failures, ServerError, tell } from './failure.ts'

test('ends a message with one line break', () => {
  const refused = new ServerError({ message: 'no\n', reason: 'Forbidden', code: 403 })
  expect(tell(refused)).toBe('Error from server (Forbidden): no\n')
  expect(tell(new Failure('a'))).toBe('error: a\n')
  expect(tell(new Failure('a\n'))).toBe('error: a\n')
})

test('prints several failures on lines of their own', () => {
  expect(tell(new Failures([new Failure('error: a'), new Failure('b\n')]))).toBe('error: a\nb\n\n')
})
