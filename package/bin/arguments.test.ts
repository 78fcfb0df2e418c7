import { expect, it } from 'vitest'
import { readArguments } from './arguments.ts'
import { UsageError } from './program.ts'

const FLAGS = { junit: { type: 'string' }, watch: { type: 'boolean' } } as const

it('separates flags from the other arguments', () => {
  const { values, positionals } = readArguments(['a', '--junit=report.xml', '--watch', 'b'], FLAGS)
  expect([{ ...values }, positionals]).toEqual([{ junit: 'report.xml', watch: true }, ['a', 'b']])
})

it.each([
  [['--budget', '3'], 'unknown flag --budget'],
  [['-x'], 'unknown flag -x'],
  [['--junit'], 'flag --junit needs a value'],
  [['--junit', '--watch'], 'flag --junit needs a value'],
  [['--watch=yes'], 'flag --watch takes no value'],
])('refuses %j', (args, message) => {
  expect(() => readArguments(args, FLAGS)).toThrow(new UsageError(message))
})
