import { describe, expect, it } from 'vitest'
import type { ResourceType } from '../discovery.ts'
import { alignColumns } from './columns.ts'
import type { TableOptions } from './table.ts'
import { readTable, TableRows } from './table.ts'

const type = { kind: 'Deployment', group: 'apps' } as ResourceType
const table = readTable({
  kind: 'Table',
  columnDefinitions: [
    { name: 'Name', type: 'string', format: 'name', priority: 0 },
    { name: 'Ready', type: 'string', priority: 0 },
    { name: 'Images', type: 'string', priority: 1 },
  ],
  rows: [
    {
      cells: ['web', '0/3', 'a\nb'],
      object: { metadata: { name: 'web', namespace: 'shop', labels: { b: '2', a: '1' } } },
    },
    { cells: ['a-longer-name', null, '\x1b[2J'], object: { metadata: { name: 'a-longer-name', namespace: 'x' } } },
  ],
})
const plain: TableOptions = {
  wide: false,
  headers: true,
  namespace: false,
  kind: false,
  showLabels: false,
  labelColumns: [],
  events: false,
}
const print = (options: Partial<TableOptions>): string =>
  alignColumns(new TableRows(type, { ...plain, ...options }).add(table, 'ADDED'))

describe('a table', () => {
  it('is aligned by its widest cells', () => {
    expect(print({})).toBe('NAME            READY\nweb             0/3\na-longer-name   \n')
  })

  it('shows wide columns one line deep, without control sequences', () => {
    expect(print({ wide: true, headers: false })).toBe('web             0/3   a...\na-longer-name         ^[[2J\n')
  })

  it('adds namespaces, kinds, labels and events', () => {
    expect(print({ namespace: true, kind: true, labelColumns: ['x.io/a', 'b'], showLabels: true, events: true })).toBe(
      'EVENT      NAMESPACE   NAME                            READY   A     B     LABELS\n' +
        'ADDED      shop        deployment.apps/web             0/3           2     a=1,b=2\n' +
        'ADDED      x           deployment.apps/a-longer-name                       <none>\n',
    )
  })

  it('shows only the own labels of an object', () => {
    expect(print({ headers: false, labelColumns: ['constructor'] })).toBe(
      'web             0/3   \na-longer-name         \n',
    )
  })

  it('writes the kind before the first name of a row', () => {
    const owned = readTable({
      columnDefinitions: ['Name', 'Owner'].map((name) => ({ name, type: 'string', format: 'name', priority: 0 })),
      rows: [{ cells: ['web', 'shop'] }],
    })
    const rows = new TableRows(type, { ...plain, headers: false, kind: true }).add(owned)
    expect(rows).toEqual([['deployment.apps/web', 'shop']])
  })

  it('prints the header once, and only with rows', () => {
    const rows = new TableRows(type, plain)
    expect(rows.add({ ...table, rows: [] })).toEqual([])
    expect(rows.add(table)).toHaveLength(3)
    expect(rows.add(table)).toHaveLength(2)
  })

  it('keeps widths from one part of a watch to the next', () => {
    const widths: number[] = []
    alignColumns([['a-long-name', 'x']], widths)
    expect(alignColumns([['b', 'y']], widths)).toBe('b             y\n')
  })
})
