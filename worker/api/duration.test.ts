import { expect, it } from 'vitest'
import { parseDuration } from './duration.ts'

it.each([
  ['10s', 10_000],
  ['1h30m', 5_400_000],
  ['1.5s', 1500],
  ['-2ms', -2],
  ['0', 0],
  ['.5m', 30_000],
])('%s is %d ms', (text, ms) => expect(parseDuration(text)).toBe(ms))

it.each([
  ['foo', 'time: invalid duration "foo"'],
  ['', 'time: invalid duration ""'],
  ['10', 'time: missing unit in duration "10"'],
  ['1x', 'time: unknown unit "x" in duration "1x"'],
  ['1s2', 'time: missing unit in duration "1s2"'],
])('%j is refused', (text, message) => expect(() => parseDuration(text)).toThrow(message))
