import { readRecording } from '../../recordings/archive.ts'

/** A recorded table of a Go test. */
export interface GoTable {
  readonly path: string
  readonly func: string | null
  readonly var: string | null
  readonly rows: number
  readonly cases: readonly unknown[] | Readonly<Record<string, unknown>>
}

export const goTables: readonly GoTable[] = (readRecording('tables', 'core-rules') as { items: readonly GoTable[] })
  .items

export interface GoRow {
  /** The name of the row, or its index: `bad label`, `3`. */
  readonly name: string
  readonly row: unknown
}

/**
 * The rows of one table; `path` is a part of the path of its file.
 * @throws Error when no table has this address, because a test without rows would pass
 */
export function rowsIn(path: string, func: string, variable: string): readonly GoRow[] {
  const found = goTables.filter((table) => table.path.includes(path) && table.func === func && table.var === variable)
  if (found.length === 0) throw new Error(`no recorded table has the address ${path} ${func} ${variable}`)
  return found.flatMap(({ cases }) =>
    Array.isArray(cases)
      ? cases.map((row: unknown, i) => ({ name: titleOf(row) ?? String(i), row }))
      : Object.entries(cases).map(([name, row]) => ({ name, row })),
  )
}

function titleOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  const titles = row as Readonly<Record<string, unknown>>
  return ['name', 'test', 'desc', 'testName', 'description']
    .map((key) => titles[key])
    .find((text): text is string => typeof text === 'string')
}
