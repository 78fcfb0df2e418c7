import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { ResourceType } from './discovery.ts'
import { humanDuration } from '../../worker/api/duration.ts'
import type { FlagValues } from './flags.ts'
import { logLevel, logLine } from './klog.ts'
import { alignColumns } from './printers/columns.ts'
import { itemsOf } from './printers/output.ts'
import type { Table, TableOptions } from './printers/table.ts'
import { isTable, readTable, TableRows } from './printers/table.ts'
import type { Session } from './session.ts'

/** The Accept header for tables of either version, with JSON as the fallback. */
export function tableAccept(session: Session): string {
  return session.host.dialect.spell(
    'application/json;as=Table;v=v1;g=meta.{domain},application/json;as=Table;v=v1beta1;g=meta.{domain},application/json',
  )
}

/** The answer as a table. An answer that is not a table becomes a table of names and ages. */
export function tableOf(answer: JsonObject, now: number): Table {
  if (isTable(answer)) return readTable(answer)
  return {
    columnDefinitions: [
      { name: 'Name', type: 'string', format: 'name', priority: 0 },
      { name: 'Age', type: 'string', format: '', priority: 0 },
    ],
    rows: itemsOf(answer as ApiObject).map((object) => ({
      cells: [object.metadata?.name ?? '', ageOf(object, now)],
      object,
    })),
  }
}

function ageOf(object: ApiObject, now: number): string {
  const created = object.metadata?.creationTimestamp
  return created === undefined || created === null ? '<unknown>' : humanDuration(now - Date.parse(created))
}

export function tableOptions(flags: FlagValues, type: ResourceType, kind: boolean): TableOptions {
  return {
    wide: flags.text('output') === 'wide',
    headers: !flags.boolean('no-headers'),
    namespace: flags.boolean('all-namespaces') && type.namespaced,
    kind: kind || flags.boolean('show-kind'),
    showLabels: flags.boolean('show-labels'),
    labelColumns: flags.list('label-columns'),
    events: flags.boolean('output-watch-events'),
  }
}

/** A table and the type of its rows. */
export interface TypedTable {
  readonly type: ResourceType
  readonly table: Table
}

/** Prints the tables in order, with an empty line before each further type. Returns whether anything was printed. */
export function printTables(session: Session, tables: readonly TypedTable[]): boolean {
  const kind = new Set(tables.map(({ type }) => typeId(type))).size > 1
  let printed = false
  // kubectl keeps the column for the types after a namespaced type.
  let namespace = false
  let at = 0
  while (at < tables.length) {
    const type = tables[at]?.type
    if (type === undefined) break
    const options = tableOptions(session.flags, type, kind)
    namespace ||= options.namespace
    const rows = new TableRows(type, { ...options, namespace })
    const block: string[][] = []
    for (; isOfType(tables[at], type); at++)
      for (const row of rows.add(tables[at]?.table ?? { columnDefinitions: [], rows: [] })) block.push(row)
    if (block.length === 0) continue
    const separator = printed && !session.flags.boolean('no-headers') ? '\n' : ''
    session.host.stdout(separator + alignColumns(block))
    printed = true
  }
  return printed
}

/** After an unknown type, the client reads all types again, so that equal types may be different objects. */
const typeId = ({ group, version, resource }: ResourceType): string => `${resource}.${version}.${group}`

const isOfType = (table: TypedTable | undefined, type: ResourceType): boolean =>
  table !== undefined && typeId(table.type) === typeId(type)

const NO_TABLE =
  'Unable to decode server response into a Table. Falling back to hardcoded types: attempt to decode non-Table object'

/** Writes the log line about an object that kubectl gives to its table printer, although it is not a table. */
export function logNoTable({ flags, host }: Session): void {
  const isForTables = flags.boolean('server-print') && !/custom-columns|^yaml$|json/.test(flags.text('output'))
  if (isForTables && logLevel(flags, 'table_printer') >= 2) logLine(host, 'I', 'table_printer.go:45', NO_TABLE)
}
