import { expect, it } from 'vitest'
import { namesContainer } from './pod-specs.ts'

// kubectl 1.30, `set env --local -c PATTERN`, with the containers xa, aab, abab and a-b-c.
it.each([
  ['a*', ['xa', 'aab', 'abab', 'a-b-c']],
  ['*a', ['xa']],
  ['a*b', ['aab']],
  ['a*c', ['a-b-c']],
  ['*b*', ['aab', 'abab', 'a-b-c']],
  ['x*', ['xa']],
  ['**', ['xa', 'aab', 'abab', 'a-b-c']],
  ['a**b', ['aab']],
  ['*b', ['aab']],
  ['ab*ab', []],
  ['*-b-*', ['a-b-c']],
  ['a*b*c', []],
  ['bab*', ['abab']],
  ['xa', ['xa']],
])('the pattern %s names the containers that kubectl selects', (pattern, names) => {
  expect(['xa', 'aab', 'abab', 'a-b-c'].filter((name) => namesContainer(pattern, name))).toEqual(names)
})

it('compares a long pattern with a long name in a bounded time', () => {
  expect(namesContainer(`${'*a'.repeat(5000)}b`, 'a'.repeat(5000))).toBe(false)
})
