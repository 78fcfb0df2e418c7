import { parseLabelSelector } from '../../worker/api/selector.ts'
import { cellText } from './cell-text.ts'

/** The part of a row that a filter reads. */
interface FilteredRow {
  /** The id of the row: `namespace/name`. */
  readonly id: string
  readonly cells: readonly unknown[]
  readonly labels: Readonly<Record<string, string>> | undefined
}

/** Decides which rows a table shows. */
export type RowFilter = (row: FilteredRow) => boolean

/** Operators of a label selector: `app=web`, `tier!=front`, `tier in (a,b)`, `!app`. */
const OPERATOR = /=|^!|[\s,]!|\s(not)?in\s*\(/

/** Whether the text has an operator of a label selector. */
export const isSelector = (filter: string): boolean => OPERATOR.test(filter.trim())

/**
 * The filter of a text. A text with the operator of a label selector selects by labels. Any other text, and an incomplete
 * selector, is searched in the namespace and name, the cells and the labels (`key=value`).
 */
export function rowFilter(filter: string): RowFilter {
  const text = filter.trim()
  if (text === '') return () => true
  const selects = isSelector(text) ? selectorOf(text) : undefined
  if (selects !== undefined) return ({ labels }) => selects(labels)
  const needle = text.toLowerCase()
  return ({ id, cells, labels }) =>
    id.includes(needle) ||
    cells.some((cell) => cellText(cell).toLowerCase().includes(needle)) ||
    Object.entries(labels ?? {}).some(([key, value]) => `${key}=${value}`.toLowerCase().includes(needle))
}

function selectorOf(text: string): ReturnType<typeof parseLabelSelector> {
  try {
    return parseLabelSelector(text)
  } catch {
    // The user has not finished typing the selector.
    return undefined
  }
}
