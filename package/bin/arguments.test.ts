import { expect, it } from 'vitest'
import { readArguments } from './arguments.ts'
import { UsageError } from './program.ts'

const FLAGS = { junit: { type: 'string' }, watch: { type: 'boolean' } } as const

it('separates flags from the other arguments', () => {
  const { values, positionals } = readArguments(['a', '--junit=report.xml', '--watch', 'b'], FLAGS)
  expect([{ ...values }, positionals]).toEqual([{ junit: 'report.xml', watch: true }, ['a', 'b']])
})

it.each([
  [['--budget', '3'], '--budget'],
  [['--junit'], '--junit'],
])('refuses %j', (args, named) => {
  expect(() => readArguments(args, FLAGS)).toThrow(UsageError)
  expect(() => readArguments(args, FLAGS)).toThrow(named)
})
