import { lookupTable } from '../runtime/lookup-table.ts'

/** The constant parts of a metric, without its help text (help-texts.ts). */
export interface Definition {
  readonly name: string
  /** The stability level; undefined for metrics of the process, which Prometheus' clients name in the same way. */
  readonly stability?: 'STABLE' | 'BETA' | 'ALPHA'
  /** The names of the labels in alphabetical order, as they are written. */
  readonly labels: readonly string[]
  /** A release such as `1.28.0`. Later releases hide the metric unless hidden metrics are shown (reference/observability.md 6). */
  readonly deprecatedSince?: string
}

export const sample = ({ name, labels }: Definition, values: readonly string[], value: number): string =>
  line(name, labelText(labels, values), value)

/** @param labels as `labelText` writes them */
export const line = (name: string, labels: string, value: number): string =>
  `${name}${labels === '' ? '' : `{${labels}}`} ${value}\n`

/** The labels of a series, such as `code="200",verb="GET"`. */
export const labelText = (labels: readonly string[], values: readonly string[]): string =>
  labels.map((label, i) => `${label}="${escape(values[i] ?? '')}"`).join(',')

const ESCAPES = lookupTable<string>({ '\\': '\\\\', '"': '\\"', '\n': '\\n' })
const escape = (text: string): string => text.replace(/[\\"\n]/g, (character) => ESCAPES[character] ?? '')
