import { expect, it } from 'vitest'
import { outputMatches } from './output-match.ts'

it.each([
  ['a\n…\nc', 'a\nc', true],
  ['a\n…\nc', 'a\nb\nb\nc', true],
  ['a\n…\nb\n…\nc', 'a\nb\nx\nb\nc', true],
  ['a\n…\nb\nd\n…', 'a\nb\nb\nd\ne', true],
  ['a\n…\na', 'a', false],
  ['a\n…\nc', 'a\nc\nd', false],
  ['a\n…\nb\n…\nc', 'a\nc', false],
  ['…', '', true],
])('compares %j with %j by the blocks between its gaps', (expected, actual, matches) => {
  expect(outputMatches(expected, actual)).toBe(matches)
})

it('compares many gaps in time that grows with the lines', () => {
  const gaps = '…\na\n'.repeat(2000)
  expect(outputMatches(`${gaps}b`, 'a\n'.repeat(4000))).toBe(false)
  expect(outputMatches(`${gaps}…`, 'a\n'.repeat(4000))).toBe(true)
})
