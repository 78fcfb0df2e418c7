import type { TableColumn } from '../client/table.ts'
import { cellText, isAge } from './cell-text.ts'
import type { ObjectRow } from './object-table.svelte.ts'

const SAMPLE = 200
const WIDEST = 44
const NARROWEST = 5
/** Pixels of a character (slightly above the average) and of a cell's padding. */
const CHARACTER = 7.3
const PADDING = 18

export interface ShownColumn {
  readonly column: TableColumn
  /** Index in the columns of the server. */
  readonly index: number
}

interface ColumnWidths {
  /** For `grid-template-columns`. Space beyond the minimum is distributed in proportion to the widths. */
  readonly template: string
  /** The minimum width of a row, in pixels. */
  readonly least: number
}

/** The width of a column in characters, from its heading and a sample of its cells. */
function charactersOf({ column, index }: ShownColumn, rows: readonly ObjectRow[]): number {
  let widest = column.name.length + 2
  if (isAge(column)) return Math.max(widest, 8)
  for (const row of rows.slice(0, SAMPLE)) widest = Math.max(widest, cellText(row.cells[index]).length)
  return Math.min(Math.max(widest, NARROWEST), WIDEST)
}

/** The widths of the columns in pixels. The heading and the rows are separate grids, which all use these widths. */
export function columnWidths(
  columns: readonly ShownColumn[],
  rows: readonly ObjectRow[],
  showNamespace: boolean,
): ColumnWidths {
  const needs = columns.map((column) => charactersOf(column, rows))
  if (showNamespace)
    needs.splice(
      1,
      0,
      rows.slice(0, SAMPLE).reduce((most, row) => Math.max(most, row.namespace.length), 11),
    )
  const tracks = needs.map((characters) => ({ characters, pixels: Math.ceil(characters * CHARACTER + PADDING) }))
  return {
    template: tracks.map(({ characters, pixels }) => `minmax(${pixels}px, ${characters}fr)`).join(' '),
    least: tracks.reduce((sum, { pixels }) => sum + pixels, 2 * 8),
  }
}
