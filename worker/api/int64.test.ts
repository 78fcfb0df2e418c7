import { expect, test } from 'vitest'
import { clampedInteger, compareInt64, durationOf, integerFault, nextInt64, parseInt64, toInt64 } from './int64.ts'

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

test('wraps beyond 64 bits, and represents a short integer as a number', () => {
  expect(toInt64(2n ** 63n)).toBe(-(2n ** 63n))
  expect(toInt64(2n ** 53n - 1n)).toBe(2 ** 53 - 1)
  expect(toInt64(2n ** 53n)).toBe(2n ** 53n)
  expect(nextInt64(5)).toBe(6)
  expect(nextInt64(2 ** 53 - 1)).toBe(2n ** 53n)
  expect(nextInt64(2n ** 63n - 1n)).toBe(-(2n ** 63n))
})

test('orders numbers and bigints', () => {
  const values = [2n ** 60n, 3, -(2n ** 60n), 2n ** 60n + 1n]
  expect(values.toSorted(compareInt64)).toEqual([-(2n ** 60n), 3, 2n ** 60n, 2n ** 60n + 1n])
  expect(compareInt64(3, 3)).toBe(0)
})

test('clamps to the integers that a number represents exactly', () => {
  expect([2n ** 60n, -(2n ** 60n), 7].map(clampedInteger)).toEqual([2 ** 53 - 1, 1 - 2 ** 53, 7])
})

test.each([
  [5, 5000],
  [-5, -5000],
  [9_223_372_036, 9_223_372_036_000],
  [10_000_000_000, -8_446_744_073_709.552],
  [2n ** 63n - 1n, -1000],
])('computes the duration of %s seconds', (seconds, ms) => {
  expect(durationOf(seconds)).toBe(ms)
})
