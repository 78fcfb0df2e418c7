import { expect, test } from 'vitest'
import { integerFault, parseInt64 } from './int64.ts'

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

test.each([
  ['5', true, undefined],
  ['-5', true, undefined],
  ['-5', false, 'invalid syntax'],
  ['5x', true, 'invalid syntax'],
  ['9223372036854775808', true, 'value out of range'],
  ['9223372036854775808', false, undefined],
  ['100000000000000000000.0', true, 'value out of range'],
  ['100000000000000000000.0', false, 'value out of range'],
])('finds in %j, when it may have a sign: %s, the fault %s', (text, isSigned, fault) => {
  expect(integerFault(text, isSigned)).toBe(fault)
})
