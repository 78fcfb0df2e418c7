import { parseAllDocuments } from 'yaml'
import { expect, it } from 'vitest'
import { yamlWords } from './yaml-words.ts'

it.each([
  ['a: [1\nb: 2\n', 'A list in [ ] is not closed'],
  ['a: {x: 1\nb: 2\n', 'A map in { } is not closed'],
  ['{"a": 1 "b": 2}', 'A map in { } is not closed'],
  ['a: "x\nb: 1\n', 'A quote is not closed'],
  ['a:\n\tb: 1\n', 'A tab indents'],
  ['a:\n  b: 1\n c: 2\n', 'The indentation of this line'],
  ['a: b: c\n', 'A second key follows'],
  ['a: 1\na: 2\n', 'This map has the key twice'],
  ['name web\nkind: x\n', 'as one key'],
  ['- a\nb: 1\n', 'not expected here'],
  ['a: @x\n', 'cannot begin with this sign'],
  ['a: "\\q"\n', 'only certain letters may follow a backslash'],
])('explains the first error of %j', (text, words) => {
  const [error] = parseAllDocuments(text).flatMap(({ errors }) => errors)
  expect(yamlWords(error?.code ?? '', error?.message ?? '').join(' ')).toContain(words)
})
