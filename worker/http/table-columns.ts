import type { TableColumn } from '../codec/table.ts'
import { defaultColumns } from '../codec/table.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { age, integer, name } from '../resources/columns.ts'

/** Columns of Tables of subresource kinds, and the default columns of other kinds. */
export interface TableColumns {
  /** The columns of kinds without columns of their own. */
  readonly unnamed: readonly TableColumn[]
  /** By the kind of a subresource. */
  readonly subresources: ReadonlyMap<string, readonly TableColumn[]>
}

const SCALE: readonly TableColumn[] = [
  { ...name, format: '' },
  integer('Desired', 'replicas is the desired number of instances for the scaled object.', 'spec.replicas'),
  integer('Available', 'replicas is the actual number of observed instances of the scaled object.', 'status.replicas'),
  age,
]

export function tableColumns(dialect: Dialect): TableColumns {
  const spelled = (columns: readonly TableColumn[]): TableColumn[] =>
    columns.map((column) => ({ ...column, description: dialect.spell(column.description) }))
  return { unnamed: spelled(defaultColumns), subresources: new Map([['Scale', spelled(SCALE)]]) }
}
