import { expect, test } from 'vitest'
import { Failure, Failures, ServerError, errorText } from './failure.ts'

test('ends a message with one line break', () => {
  const refused = new ServerError({ message: 'no\n', reason: 'Forbidden', code: 403 })
  expect(errorText(refused)).toBe('Error from server (Forbidden): no\n')
  expect(errorText(new Failure('a'))).toBe('error: a\n')
  expect(errorText(new Failure('a\n'))).toBe('error: a\n')
})

test('prints each of several failures on a separate line', () => {
  expect(errorText(new Failures([new Failure('error: a'), new Failure('b\n')]))).toBe('error: a\nb\n\n')
})

test("does not send a server's text to the terminal as commands", () => {
  const refused = new ServerError({ message: '\x1b[2J\x9b31m', reason: 'Forbidden', code: 403 })
  expect(errorText(refused)).toBe('Error from server (Forbidden): ^[[2J\\u009b31m\n')
})
