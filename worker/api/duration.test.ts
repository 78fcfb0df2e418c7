import { expect, it } from 'vitest'
import { formatDuration, humanDuration, parseDuration, parseMilliseconds } from './duration.ts'

it.each([
  ['10s', 10_000_000_000n],
  ['1h30m', 5_400_000_000_000n],
  ['1.5s', 1_500_000_000n],
  ['-2ms', -2_000_000n],
  ['+2us', 2000n],
  ['0', 0n],
  ['-0', 0n],
  ['.5m', 30_000_000_000n],
  ['5.s', 5_000_000_000n],
  ['3ns', 3n],
  ['39h9m14.425s', 140_954_425_000_000n],
  ['0.9007199254740991ms', 900_719n],
  ['9223372036854775807ns', 9_223_372_036_854_775_807n],
  ['-9223372036854775808ns', -9_223_372_036_854_775_808n],
  ['0.3333333333333333333h', 1_200_000_000_000n],
])('reads %s as %d ns', (text, nanoseconds) => expect(parseDuration(text)).toBe(nanoseconds))

it.each([
  ['foo', 'time: invalid duration "foo"'],
  ['', 'time: invalid duration ""'],
  ['-', 'time: invalid duration "-"'],
  ['.s', 'time: invalid duration ".s"'],
  ['10', 'time: missing unit in duration "10"'],
  ['1x', 'time: unknown unit "x" in duration "1x"'],
  ['1s2', 'time: missing unit in duration "1s2"'],
  ['9223372036854775808ns', 'time: invalid duration "9223372036854775808ns"'],
  ['3000000h', 'time: invalid duration "3000000h"'],
])('refuses %j', (text, message) => expect(() => parseDuration(text)).toThrow(new Error(message)))

it('reads milliseconds', () => expect(parseMilliseconds('1.5ms')).toBe(1.5))

it.each([
  [0n, '0s'],
  [1n, '1ns'],
  [1100n, '1.1µs'],
  [-2_200_000n, '-2.2ms'],
  [1_500_000_000n, '1.5s'],
  [60_000_000_000n, '1m0s'],
  [245_001_000_000n, '4m5.001s'],
  [3_661_000_000_000n, '1h1m1s'],
  [-9_223_372_036_854_775_808n, '-2562047h47m16.854775808s'],
])('writes %d ns as %s', (nanoseconds, text) => expect(formatDuration(nanoseconds)).toBe(text))

it.each([
  [-1500, '0s'],
  [-2000, '<invalid>'],
  [119_000, '119s'],
  [190_000, '3m10s'],
  [4 * 3_600_000, '4h'],
  [51 * 3_600_000, '2d3h'],
  [385 * 86_400_000, '385d'],
  [750 * 86_400_000, '2y20d'],
  [9 * 365 * 86_400_000, '9y'],
  [2000 * 365 * 86_400_000, '292y'],
  [NaN, '<invalid>'],
])('shows %d ms as %s', (milliseconds, text) => expect(humanDuration(milliseconds)).toBe(text))
