import type { TableColumn } from '../codec/table.ts'
import { defaultColumns } from '../codec/table.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { age, integer, name } from '../resources/columns.ts'

/** The columns of Tables of subresource kinds, and the default columns of kinds without their own. */
export interface TableColumns {
  /** The default columns. */
  readonly unnamed: readonly TableColumn[]
  /** The columns of subresources of built-in resources, by the kind of the subresource. */
  readonly subresources: ReadonlyMap<string, readonly TableColumn[]>
  /** The columns of subresources of custom resources, by the kind of the subresource. */
  readonly customSubresources: ReadonlyMap<string, readonly TableColumn[]>
}

const SCALE: readonly TableColumn[] = [
  { ...name, format: '' },
  integer('Desired', 'replicas is the desired number of instances for the scaled object.', 'spec.replicas'),
  integer('Available', 'replicas is the actual number of observed instances of the scaled object.', 'status.replicas'),
  age,
]

/** The real server prints scales of custom resources with the printer of definitions. */
const CUSTOM_SCALE: readonly TableColumn[] = [
  name,
  integer('Desired', 'Number of desired replicas', 'spec.replicas'),
  integer('Available', 'Number of actual replicas', 'status.replicas'),
  { ...age, type: 'date' },
]

export function tableColumns(dialect: Dialect): TableColumns {
  const spelled = (columns: readonly TableColumn[]): TableColumn[] =>
    columns.map((column) => ({ ...column, description: dialect.spell(column.description) }))
  return {
    unnamed: spelled(defaultColumns),
    subresources: new Map([['Scale', spelled(SCALE)]]),
    customSubresources: new Map([['Scale', spelled(CUSTOM_SCALE)]]),
  }
}
