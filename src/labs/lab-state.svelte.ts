import type { DocumentFiles } from '../contracts/documents.ts'
import type { LabData } from './lab-data.ts'

const MAX_ROWS = 50
/** The maximum length of a field in characters. A longer text is cut. */
const LONGEST_FIELD = 32_768

/** The contents of a lab, kept in a document of the cluster: `cel-lab.json`. */
export class LabState {
  readonly #documents: DocumentFiles
  readonly #file: string
  readonly #first: LabData
  #data = $state.raw<LabData>() as LabData

  constructor(documents: DocumentFiles, id: string, first: LabData) {
    this.#documents = documents
    this.#file = `${id}-lab.json`
    this.#first = first
    this.#data = readLabData(documents.read(this.#file), first)
  }

  get rows(): LabData['rows'] {
    return this.#data.rows
  }

  field(name: string): string {
    return this.#data.fields[name] ?? ''
  }

  setField(name: string, text: string): void {
    this.replace({ ...this.#data, fields: { ...this.#data.fields, [name]: text } })
  }

  setRow(at: number, name: string, text: string): void {
    this.replace({ ...this.#data, rows: this.rows.map((row, i) => (i === at ? { ...row, [name]: text } : row)) })
  }

  addRow(row: LabData['rows'][number]): void {
    if (this.rows.length < MAX_ROWS) this.replace({ ...this.#data, rows: [...this.rows, row] })
  }

  removeRow(at: number): void {
    this.replace({ ...this.#data, rows: this.rows.filter((_, i) => i !== at) })
  }

  /** Replaces the contents, for example with the contents of an example. */
  replace(data: LabData): void {
    this.#data = data
    this.#documents.write(this.#file, `${JSON.stringify(data, undefined, 2)}\n`)
  }

  reset(): void {
    this.replace(this.#first)
  }
}

/**
 * Reads the contents of a lab from its document. For undefined, and for a text that cannot be parsed, returns `first`.
 * The text may come from a link, so only known names and texts of limited length are read.
 */
export function readLabData(text: string | undefined, first: LabData): LabData {
  if (text === undefined) return first
  try {
    const { fields, rows } = JSON.parse(text) as { fields?: unknown; rows?: unknown }
    const [row = {}] = first.rows
    return {
      fields: knownTexts(fields, first.fields),
      rows: Array.isArray(rows) ? rows.slice(0, MAX_ROWS).map((one: unknown) => knownTexts(one, row, '')) : first.rows,
    }
  } catch {
    return first
  }
}

/** The texts of the given names. `absent` replaces a value that is not a text; without `absent`, the value in `names` does. */
function knownTexts(value: unknown, names: Readonly<Record<string, string>>, absent?: string): Record<string, string> {
  const given = new Map(Object.entries(typeof value === 'object' && value !== null ? value : {}))
  return Object.fromEntries(
    Object.entries(names).map(([name, before]) => {
      const text: unknown = given.get(name)
      return [name, typeof text === 'string' ? text.slice(0, LONGEST_FIELD) : (absent ?? before)]
    }),
  )
}
