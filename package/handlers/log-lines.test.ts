import { expect, it } from 'vitest'
import { logLines } from './log-lines.ts'

it.each([
  ['a\tb müller 名', ['guard: a\tb müller 名']],
  ['a\nother.handler.ts: b\r\nc', ['guard: a', 'guard: other.handler.ts: b', 'guard: c']],
  ['\x1b]0;title\x07\rover', ['guard: \\u001b]0;title\\u0007\\u000dover']],
  ['a\x9b31m\u202eb\u2028c\x7f', ['guard: a\\u009b31m\\u202eb\\u2028c\\u007f']],
])('%j becomes %j', (text, lines) => expect(logLines('guard', text)).toEqual(lines))

it('escapes the name, too', () => {
  expect(logLines('a\nb\x1b', 'c')).toEqual(['a\\u000ab\\u001b: c'])
})
