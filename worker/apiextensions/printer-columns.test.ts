import { expect, it } from 'vitest'
import type { Json } from '../api/json.ts'
import { dialects } from '../dialect/dialect.ts'
import { stringifyJson } from '../codec/encode.ts'
import { printerColumns } from './printer-columns.ts'

function cellOf(type: string, value: Json): string {
  const additionalPrinterColumns = [{ name: 'A', type, jsonPath: '.spec.a' }]
  const version = { name: 'v1', served: true, storage: true, additionalPrinterColumns }
  const [, column] = printerColumns(version, dialects.k8s) ?? []
  return stringifyJson(column?.cell({ spec: { a: value } }, 0) ?? null)
}

it.each<[Json, string]>([
  [7.9, '7'],
  [9007199254740993n, '9007199254740993'],
  [1e100, '-9223372036854775808'],
  [2 ** 63, '-9223372036854775808'],
  ['7', 'null'],
])('shows %s in an integer column as Go converts it to int64', (value, cell) => {
  expect(cellOf('integer', value)).toBe(cell)
})

it('shows a null in a text column as a missing value', () => {
  expect(JSON.parse(cellOf('string', null))).toBe('<no value>')
})
