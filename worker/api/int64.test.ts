import { expect, test } from 'vitest'
import { parseInt64 } from './int64.ts'

test.each([
  ['9007199254740993', 9007199254740993n],
  ['-9223372036854775808', -9223372036854775808n],
  ['+7', 7n],
  ['9223372036854775808', undefined],
  ['1.5', undefined],
  ['0x10', undefined],
  ['', undefined],
])('reads %j as %s', (text, value) => {
  expect(parseInt64(text)).toBe(value)
})
