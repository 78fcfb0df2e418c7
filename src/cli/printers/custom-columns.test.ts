import { expect, test } from 'vitest'
import { CustomColumns, readColumnFile, readColumns } from './custom-columns.ts'

test('refuses a path without its closing brace before the header', () => {
  expect(() => readColumns('NAME:{.metadata.name')).toThrow('unexpected path string')
})

test('prints the header before the fault of an expression', () => {
  const printed: string[] = []
  const columns = new CustomColumns(readColumns('NAME:.metadata[x'), true)
  expect(() => columns.print([{ metadata: {} }], (text) => printed.push(text))).toThrow()
  expect(printed).toEqual(['NAME\n'])
})

test.each([
  ['', 'missing header line'],
  ['NAME', 'missing spec line'],
  ['NAME\n', 'missing spec line'],
  ['NAME\n\n', 'number of headers (1) and field specifications (0)'],
  ['\nNAME\n', 'number of headers (0) and field specifications (1)'],
])('refuses a file of columns %j', (text, fault) => {
  expect(() => readColumnFile(text)).toThrow(fault)
})

test('prints null as <nil> and an absent value as <none>', () => {
  const printed: string[] = []
  const columns = new CustomColumns(readColumns('A:.a,B:.b,C:.c[*]'), false)
  columns.print([{ a: null, c: [1, null] }], (text) => printed.push(text))
  expect(printed).toEqual(['<nil>   <none>   1,<nil>\n'])
})
