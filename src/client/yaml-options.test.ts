import { parse, stringify } from 'yaml'
import { expect, it } from 'vitest'
import { yamlOptions } from './yaml-options.ts'

it('keeps the digits of integers of 64 bits', () => {
  const text = 'a: 9007199254740993\nb: [-9223372036854775808, 0x7fffffffffffffff]\nc: 9007199254740992\nd: 12\n'
  expect(parse(text, yamlOptions)).toEqual({
    a: 9007199254740993n,
    b: [-9223372036854775808n, 9223372036854775807n],
    c: 9007199254740992n,
    d: 12,
  })
  expect(stringify({ a: 9007199254740993n, b: 12 }, yamlOptions)).toBe('a: 9007199254740993\nb: 12\n')
})

it('reads larger integers as numbers', () => {
  expect(parse('a: 9223372036854775808', yamlOptions)).toEqual({ a: 9223372036854775808 })
})

it('reads texts with colons and dates as text', () => {
  expect(parse('{ a: 1:30, b: 2024-01-01 }', yamlOptions)).toEqual({ a: '1:30', b: '2024-01-01' })
})
