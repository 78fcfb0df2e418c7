import { expect, it } from 'vitest'
import { exponentText, fixedText } from './exact-decimals.ts'

it.each([0.1, 123.456, 1e-7, 5e-324, 2 ** 70, 1.7976931348623157e308])('prints all digits of %d', (size) => {
  expect(Number(fixedText(size, 1100))).toBe(size)
  expect(Number(exponentText(size, 900))).toBe(size)
  expect(exponentText(size, 101)).toHaveLength(size.toExponential(20).length + 81)
})

it('rounds a half to the even digit', () => {
  expect([0.5, 1.5, 2.5].map((size) => fixedText(size, 0))).toStrictEqual(['0', '2', '2'])
  expect(fixedText(Infinity, 2)).toBe('Infinity')
})

it('rounds the last digit', () => {
  expect(fixedText(2 ** -102, 101)).toBe(`0.${'0'.repeat(30)}${String(5n ** 102n).slice(0, -1)}`)
  expect(fixedText(1e21, 0)).toBe('1000000000000000000000')
  expect(exponentText(0, 101)).toBe(`0.${'0'.repeat(101)}e+0`)
})
