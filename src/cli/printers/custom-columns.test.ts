import { expect, test } from 'vitest'
import { CustomColumns, readColumns } from './custom-columns.ts'

test('refuses a path without its closing brace before the header', () => {
  expect(() => readColumns('NAME:{.metadata.name')).toThrow('unexpected path string')
})

test('prints the header before the fault of an expression', () => {
  const printed: string[] = []
  const columns = new CustomColumns(readColumns('NAME:.metadata[x'), true)
  expect(() => columns.print([{ metadata: {} }], (text) => printed.push(text))).toThrow()
  expect(printed).toEqual(['NAME\n'])
})
