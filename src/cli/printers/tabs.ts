export interface TabWriter {
  /** Spaces after the longest cell of a column. */
  readonly padding: number
  /** The smallest width of a column. */
  readonly smallest: number
  /**
   * The widths of the columns that were printed before. Later columns are at least as wide. `alignTabs` updates the
   * widths.
   */
  readonly remembered?: number[]
}

/** The tab writer of descriptions. */
const DESCRIPTION: TabWriter = { padding: 2, smallest: 0 }

/**
 * Aligns cells that end in a tab, like Go's tab writer: consecutive lines with the same column share its width. The last
 * cell of a line belongs to no column.
 */
export function alignTabs(text: string, { padding, smallest, remembered }: TabWriter = DESCRIPTION): string {
  const lines = text.split('\n').map((line) => line.split(/[\t\v]/))
  const widths = lines.map((): number[] => [])
  const block = (from: number, to: number, column: number): void => {
    const has = (at: number): boolean => at < to && (lines[at]?.length ?? 0) - 1 > column
    for (let start = from; start < to; start++) {
      if (!has(start)) continue
      let end = start
      let width = smallest
      for (; has(end); end++) width = Math.max(width, size(lines[end]?.[column] ?? '') + padding)
      if (remembered !== undefined) width = remembered[column] = Math.max(width, remembered[column] ?? 0)
      for (let at = start; at < end; at++) widths[at]?.push(width)
      block(start, end, column + 1)
      start = end - 1
    }
  }
  block(0, lines.length, 0)
  return lines
    .map((cells, at) =>
      cells.map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[at]?.[column] ?? 0) - size(cell)))).join(''),
    )
    .join('\n')
}

const size = (cell: string): number => [...cell].length
