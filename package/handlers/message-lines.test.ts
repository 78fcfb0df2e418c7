import { expect, it } from 'vitest'
import { MessageLines } from './message-lines.ts'

function opened(limit = 10) {
  const seen: string[] = []
  const lines = new MessageLines({ limit, line: (text) => seen.push(text), tooLong: () => seen.push('too long') })
  return { lines, seen }
}

it('joins the pieces of a line, and splits several lines in one piece', () => {
  const { lines, seen } = opened()
  for (const chunk of ['a', 'b\nc\n\nd', '', 'e\n', 'f']) lines.receive(chunk)
  expect(seen).toEqual(['ab', 'c', '', 'de'])
})

it('refuses a line that is too long before its end, and drops all that follows', () => {
  const { lines, seen } = opened()
  lines.receive('0123456789\n')
  lines.receive('01234')
  lines.receive('567890')
  lines.receive('\nb\n')
  expect(seen).toEqual(['0123456789', 'too long'])
})
