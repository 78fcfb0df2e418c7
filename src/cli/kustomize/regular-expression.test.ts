import { expect, it } from 'vitest'
import { regularExpression } from './regular-expression.ts'

it('matches in the syntax of Go', () => {
  const matches = regularExpression('^(?:(?i)ab{1,2})$')
  expect(['AB', 'abb', 'abbb', 'b'].map(matches)).toEqual([true, true, false, false])
})

it.each([
  ['^(?:()$', 'error parsing regexp: missing closing ): `^(?:()$`'],
  ['^(?:[a)$', 'error parsing regexp: missing closing ]: `[a)$`'],
  ['a**', 'error parsing regexp: invalid nested repetition operator: `**`'],
  ['p{2000}', 'error parsing regexp: invalid repeat count: `{2000}`'],
  ['((a{1000}){1000}){1000}', 'is too large'],
])('refuses %s', (source, fault) => {
  expect(() => regularExpression(source)).toThrow(fault)
})

it('ends for an expression on which a backtracking engine does not end, and refuses a match of too many steps', () => {
  expect(regularExpression('^(a+)+$')(`${'a'.repeat(5000)}!`)).toBe(false)
  expect(() => regularExpression('a{900}b{900}c{900}d{900}e{900}')('a'.repeat(5000))).toThrow('takes too long')
})
