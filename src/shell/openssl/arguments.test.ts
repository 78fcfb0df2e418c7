import { expect, it } from 'vitest'
import { OpensslArguments } from './arguments.ts'

const read = (...words: string[]) => new OpensslArguments(words, ['out', 'addext'], ['noout'])

it('reads options with one and with two dashes, and other words', () => {
  const given = read('-out', 'a', '--noout', '2048', '--out', 'b')
  expect([given.get('out'), given.has('noout'), given.rest]).toEqual(['b', true, ['2048']])
})

it('keeps each value of an option that occurs twice', () => {
  expect(read('-addext', 'a', '-addext', 'b').all('addext')).toEqual(['a', 'b'])
})

it('throws for an option without its value', () => {
  expect(() => read('-noout', '-out')).toThrow('Option -out needs a value')
})

it('throws for an unknown and for a missing option', () => {
  expect(() => read('-in', 'a')).toThrow('Unknown option: -in')
  expect(() => read().need('out')).toThrow('the option -out is missing')
})
