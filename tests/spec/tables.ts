import { readRecording } from '../recordings/archive.ts'

/** An object of a table: a row, or a Go expression in it (`$repeat`, `$op`, `$bytes`). */
export type Row = Record<string, unknown>

interface Table {
  readonly func: string | null
  readonly var: string | null
  readonly path: string
  readonly cases: readonly unknown[] | Row
}

const nameOf = (row: unknown): string => {
  const { name, key } = (typeof row === 'object' && row !== null ? row : {}) as Row
  if (typeof name === 'string') return name
  return typeof key === 'string' ? key : (JSON.stringify(row) ?? '').slice(0, 80)
}

/**
 * The rows of a Go function's tables, each with its name. `table` names a variable or the start of a path; when it is
 * empty, the rows of all tables are returned. An empty function name selects the tables outside of functions.
 * @throws Error when there are no such rows, because a test without rows would pass
 */
export function rowsOf<R = unknown>(file: string, func: string, table = ''): [string, R][] {
  const { items } = readRecording('tables', file) as { items: readonly Table[] }
  const rows = items
    .filter((item) => (item.func ?? '') === func)
    .filter(({ var: own, path }) => table === '' || own === table || path.startsWith(table))
    .flatMap(({ cases }) =>
      Array.isArray(cases)
        ? cases.map((row): [string, R] => [nameOf(row), row as R])
        : Object.entries(cases).map(([name, row]): [string, R] => [name, row as R]),
    )
  if (rows.length === 0) throw new Error(`${file} has no rows of ${func} ${table}`)
  return rows
}

/** The text of a Go expression. */
export function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { $repeat: repeated, n, $op: operator, a, b } = value as Row
  if (repeated !== undefined) return textOf(repeated).repeat(Number(n))
  if (operator === '+') return textOf(a) + textOf(b)
  throw new Error(`textOf does not read ${JSON.stringify(value)}`)
}

/** The bytes of a Go expression. */
export function bytesOf(value: unknown): Uint8Array {
  const { $bytes: hex } = (typeof value === 'object' && value !== null ? value : {}) as Row
  if (typeof hex !== 'string') return new TextEncoder().encode(textOf(value))
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}
