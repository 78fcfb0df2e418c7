import { boundedNumber } from '../../../worker/api/numbers.ts'
import { labelsText } from '../../../worker/api/labels-text.ts'
import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectsIn, ownMember } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { ResourceType } from '../discovery.ts'
import { kindName } from '../discovery.ts'
import { escapeControls } from '../escape-controls.ts'

/** A table of the server (reference/negotiation.md 7). */
export interface Table {
  readonly columnDefinitions: readonly ColumnDefinition[]
  readonly rows: readonly TableRow[]
}

export interface ColumnDefinition {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly priority: number
}

export interface TableRow {
  readonly cells: readonly Json[]
  readonly object?: ApiObject
}

export interface TableOptions {
  readonly wide: boolean
  readonly headers: boolean
  readonly namespace: boolean
  /** Whether the name is printed as `deployment.apps/web` instead of `web`. */
  readonly kind: boolean
  readonly showLabels: boolean
  readonly labelColumns: readonly string[]
  /** Whether the event type (`ADDED`) precedes each row. */
  readonly events: boolean
}

export function isTable(value: JsonObject): boolean {
  return value.kind === 'Table'
}

export function readTable(value: JsonObject): Table {
  const columns = objectsIn(value.columnDefinitions)
  const rows = objectsIn(value.rows)
  return {
    columnDefinitions: columns.map((column) => ({
      name: String(column.name),
      type: String(column.type),
      format: String(column.format ?? ''),
      priority: boundedNumber(column.priority ?? 0),
    })),
    rows: rows.map((row) => ({
      cells: Array.isArray(row.cells) ? row.cells : [],
      object: isObject(row.object) ? (row.object as ApiObject) : undefined,
    })),
  }
}

/** Formats the server's tables as rows of text. The header precedes the first table with rows. */
export class TableRows {
  readonly #type: ResourceType
  readonly #options: TableOptions
  #columns: readonly ColumnDefinition[] | undefined

  constructor(type: ResourceType, options: TableOptions) {
    this.#type = type
    this.#options = options
  }

  add(table: Table, event = ''): string[][] {
    const rows: string[][] = []
    if (this.#columns === undefined && table.columnDefinitions.length > 0 && table.rows.length > 0) {
      this.#columns = table.columnDefinitions
      if (this.#options.headers) rows.push(this.#header(table.columnDefinitions))
    }
    for (const row of table.rows) rows.push(this.#row(this.#columns ?? [], row, event))
    return rows
  }

  #header(columns: readonly ColumnDefinition[]): string[] {
    const { events, namespace, labelColumns, showLabels } = this.#options
    return [
      ...(events ? ['EVENT'] : []),
      ...(namespace ? ['NAMESPACE'] : []),
      ...this.#shown(columns).map(({ column }) => escapeControls(column.name.toUpperCase())),
      ...labelColumns.map((label) => (label.split('/').at(-1) ?? '').toUpperCase()),
      ...(showLabels ? ['LABELS'] : []),
    ]
  }

  #row(columns: readonly ColumnDefinition[], row: TableRow, event: string): string[] {
    const { events, namespace, kind, labelColumns, showLabels } = this.#options
    const metadata = row.object?.metadata
    const labels = metadata?.labels ?? {}
    const nameColumn = kind ? columns.findIndex(({ format }) => format === 'name') : -1
    return [
      ...(events ? [event.padEnd(8)] : []),
      ...(namespace ? [metadata?.namespace ?? ''] : []),
      ...this.#shown(columns).map(({ index }) => {
        const text = cellText(row.cells[index])
        return index === nameColumn ? `${kindName(this.#type)}/${text}` : text
      }),
      ...labelColumns.map((label) => ownMember(labels, label) ?? ''),
      ...(showLabels ? [labelsText(labels)] : []),
    ]
  }

  #shown(columns: readonly ColumnDefinition[]): { column: ColumnDefinition; index: number }[] {
    return columns
      .map((column, index) => ({ column, index }))
      .filter(({ column }) => this.#options.wide || column.priority === 0)
  }
}

/** The text of a cell: its first line, and `...` when there are more. Control characters are escaped. */
function cellText(cell: Json | undefined): string {
  if (cell === null || cell === undefined) return ''
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  const end = text.search(/[\f\n\r]/)
  return escapeControls(end < 0 ? text : `${text.slice(0, end)}...`)
}
