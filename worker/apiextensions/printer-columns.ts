import { doubleOf } from '../api/numbers.ts'
import { humanDuration } from '../api/duration.ts'
import { goSyntax } from '../api/go-format.ts'
import type { Json } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { goJson } from '../api/go-json.ts'
import type { JsonPath } from '../api/jsonpath/jsonpath.ts'
import { compileJsonPath, TextByte } from '../api/jsonpath/jsonpath.ts'
import { age, name } from '../resources/columns.ts'
import type { CellValue, Column } from '../resources/behaviour.ts'
import type { DefinitionVersion, PrinterColumn } from './definition.ts'

const AGE: PrinterColumn = {
  name: age.name,
  type: 'date',
  description: age.description,
  jsonPath: '.metadata.creationTimestamp',
}

/** The columns of a version's Tables. A column whose path cannot be parsed is missing, with all later ones. */
export function printerColumns(
  { additionalPrinterColumns = [] }: DefinitionVersion,
  { spell }: Dialect,
): readonly Column[] {
  const given = additionalPrinterColumns.length === 0 ? [spelled(AGE, spell)] : additionalPrinterColumns
  const columns = [spelled(name, spell)]
  for (const one of given) {
    const column = printerColumn(one)
    if (column === undefined) break
    columns.push(column)
  }
  return columns
}

const spelled = <C extends { readonly description?: string }>(column: C, spell: Dialect['spell']): C => ({
  ...column,
  description: spell(column.description ?? ''),
})

const TYPES = ['string', 'integer', 'number', 'boolean', 'date'] as const

function printerColumn(column: PrinterColumn): Column | undefined {
  const find = valueFinder(column.jsonPath)
  const type = TYPES.find((known) => known === column.type)
  if (find === undefined || type === undefined) return undefined
  return {
    name: column.name,
    type,
    format: column.format ?? '',
    description: column.description || `Custom resource definition column (in JSONPath format): ${column.jsonPath}`,
    priority: column.priority ?? 0,
    cell(object, now) {
      const value = find(object)
      if (value instanceof TextByte) return type === 'string' ? String(value.value) : null
      return value === undefined ? null : CELLS[type](value, now)
    },
  }
}

/**
 * Returns a function that finds the first value at the path of a column, or undefined in an object that the path does not
 * fit. Returns undefined itself when the path cannot be parsed.
 */
function valueFinder(path: string): ((object: ApiObject) => Json | TextByte | undefined) | undefined {
  try {
    const compiled = compileJsonPath(`{${path}}`, true)
    return (object) => firstResult(compiled, object)
  } catch {
    return undefined
  }
}

function firstResult(path: JsonPath, object: ApiObject): Json | TextByte | undefined {
  try {
    return path.find(object)[0]?.[0] as Json | TextByte | undefined
  } catch {
    return undefined
  }
}

type Cell = (value: Json, now: number) => CellValue

const CELLS: Readonly<Record<Column['type'], Cell>> = {
  string(value) {
    if (typeof value === 'string') return value
    return isObject(value) || Array.isArray(value) ? goJson(value) : shown(value)
  },
  integer: (value) => (isNumber(value) ? int64(value) : null),
  number: (value) => (isNumber(value) ? doubleOf(value) : null),
  boolean: (value) => (typeof value === 'boolean' ? value : null),
  date: (value, now) => (typeof value === 'string' ? ageOf(value, now) : null),
}

const shown = (value: Json): string => (value === null ? '<no value>' : goSyntax(value))

const isNumber = (value: Json): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'

const LEAST_INT64 = -(2n ** 63n)

/** Go's conversion of a number to int64: a fraction is cut off, and a number out of range becomes the lowest int64. */
function int64(value: number | bigint): number | bigint {
  if (typeof value === 'number' && Math.abs(value) < 2 ** 53) return Math.trunc(value)
  if (typeof value === 'number' && !Number.isFinite(value)) return LEAST_INT64
  const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(value))
  return whole >= LEAST_INT64 && whole < -LEAST_INT64 ? whole : LEAST_INT64
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}([.,]\d+)?(Z|[+-]\d{2}:\d{2})$/
const NO_TIME = Date.parse('0001-01-01T00:00:00Z')

function ageOf(text: string, now: number): string {
  if (text === '' || text === 'null') return '<unknown>'
  const time = TIME.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(time)) return '<invalid>'
  return time === NO_TIME ? '<unknown>' : humanDuration(now - time)
}
