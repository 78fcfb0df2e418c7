import { expect, it } from 'vitest'
import type { Pieces } from '../runtime/pieces.ts'
import { dialects } from '../dialect/dialect.ts'
import type { TableColumn, TableForm } from './table.ts'
import { defaultColumns, writeTable } from './table.ts'

const columns: readonly TableColumn[] = [
  { name: 'Name', type: 'string', format: 'name', description: 'd', priority: 0, cell: (o) => o.metadata?.name ?? '' },
  { name: 'Age', type: 'string', description: 'a', priority: 1, cell: (_object, now) => now },
]
const form: TableForm = { apiVersion: 'meta.svc.io/v1', columns, include: 'Metadata', now: 7 }
const object = { kind: 'Thing', apiVersion: 'v1', metadata: { name: 'a', creationTimestamp: 't' }, spec: { x: 1 } }
const item = { object }
const read = (table: Pieces): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(table.join())) as Record<string, unknown>

it('writes definitions and a row for each object', () => {
  expect(read(writeTable(form, { resourceVersion: '9' }, [item]))).toEqual({
    kind: 'Table',
    apiVersion: 'meta.svc.io/v1',
    metadata: { resourceVersion: '9' },
    columnDefinitions: [
      { name: 'Name', type: 'string', format: 'name', description: 'd', priority: 0 },
      { name: 'Age', type: 'string', format: '', description: 'a', priority: 1 },
    ],
    rows: [
      {
        cells: ['a', 7],
        object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.svc.io/v1', metadata: object.metadata },
      },
    ],
  })
})

it('includes the requested part of the object', () => {
  expect(read(writeTable({ ...form, include: 'None' }, {}, [item])).rows).toEqual([{ cells: ['a', 7], object: null }])
  expect(read(writeTable({ ...form, include: 'Object' }, {}, [item])).rows).toEqual([{ cells: ['a', 7], object }])
})

it('omits the definitions from later watch events, and writes an empty list of rows as null or []', () => {
  const table = read(writeTable(form, {}, [], { definitions: false, emptyRows: 'null' }))
  expect(table).toMatchObject({ columnDefinitions: null, rows: null })
  expect(read(writeTable(form, {}, [])).rows).toEqual([])
})

it('prints the zero time for an object without a creation time, such as that of a bookmark', () => {
  const cells = defaultColumns.map((column) => column.cell({ metadata: {} }, 0))
  expect(cells).toEqual(['', '0001-01-01T00:00:00Z'])
})

it('spells the default columns in every dialect', () => {
  for (const dialect of Object.values(dialects)) {
    for (const { description } of defaultColumns) expect(dialect.spell(description)).not.toContain('{')
  }
})
