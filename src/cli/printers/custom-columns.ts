import { compileJsonPath, relaxedPath } from '../../../worker/api/jsonpath/jsonpath.ts'
import type { JsonPath } from '../../../worker/api/jsonpath/jsonpath.ts'
import { Failure } from '../failure.ts'
import { alignColumns } from './columns.ts'
import { goText } from '../../../worker/api/go-format.ts'
import type { Json } from '../../../worker/api/json.ts'
import { escapeControls } from '../escape-controls.ts'

interface Column {
  readonly header: string
  readonly path: JsonPath
}

export const NO_COLUMNS = 'custom-columns format specified but no custom columns given'

/** Reads columns such as `NAME:.metadata.name,IMAGE:.spec.image`. @throws Failure */
export function readColumns(spec: string): Column[] {
  if (spec === '') throw new Failure(NO_COLUMNS)
  return spec.split(',').map((part) => {
    const at = part.indexOf(':')
    if (at < 0) throw new Failure(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`)
    return column(part.slice(0, at), part.slice(at + 1))
  })
}

/** Reads the columns of a file with two lines: the headers, then the paths, each separated by spaces. @throws Failure */
export function readColumnFile(text: string): Column[] {
  const [headers, paths] = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split(/\s+/).filter(Boolean))
  if (headers === undefined || text === '') throw new Failure(absentLine('header'))
  if (paths === undefined) throw new Failure(absentLine('spec'))
  if (headers.length !== paths.length)
    throw new Failure(`number of headers (${headers.length}) and field specifications (${paths.length}) don't match`)
  return headers.map((header, index) => column(header, paths[index] ?? ''))
}

const absentLine = (which: 'header' | 'spec'): string =>
  `invalid template, missing ${which} line. Expected format is one line of space separated headers, one line of space separated column specs.`

function column(header: string, path: string): Column {
  const expression = relaxedPath(path)
  try {
    return { header, path: compileJsonPath(expression, true) }
  } catch (error) {
    // The fault of an expression is reported with the first row, after the header.
    return { header, path: { find: () => fail(error), print: () => fail(error) } }
  }
}

function fail(error: unknown): never {
  throw error
}

/** Prints objects in columns. The first call prints the header. */
export class CustomColumns {
  readonly #columns: readonly Column[]
  readonly #widths: number[] = []
  #headers: boolean

  constructor(columns: readonly Column[], headers: boolean) {
    this.#columns = columns
    this.#headers = headers
  }

  /** Passes the rows before a failure to `out`, then throws the failure. */
  print(objects: readonly unknown[], out: (text: string) => void): void {
    const rows: string[][] = []
    if (this.#headers) rows.push(this.#columns.map(({ header }) => header))
    this.#headers = false
    try {
      for (const object of objects) rows.push(this.#columns.map(({ path }) => cell(path, object)))
    } finally {
      out(alignColumns(rows, this.#widths))
    }
  }
}

function cell(path: JsonPath, object: unknown): string {
  const values = path.find(object).flat()
  if (values.length === 0) return '<none>'
  return values.map((value) => escapeControls(goText(value as Json))).join(',')
}
