/**
 * Aligns cells that end in a tab, like Go's tab writer: consecutive lines with the same column share its width, two
 * spaces more than the longest cell. The last cell of a line belongs to no column.
 */
export function alignTabs(text: string): string {
  const lines = text.split('\n').map((line) => line.split('\t'))
  const widths = lines.map((): number[] => [])
  const block = (from: number, to: number, column: number): void => {
    const has = (at: number): boolean => at < to && (lines[at]?.length ?? 0) - 1 > column
    for (let start = from; start < to; start++) {
      if (!has(start)) continue
      let end = start
      let widest = 0
      for (; has(end); end++) widest = Math.max(widest, [...(lines[end]?.[column] ?? '')].length)
      for (let at = start; at < end; at++) widths[at]?.push(widest + 2)
      block(start, end, column + 1)
      start = end - 1
    }
  }
  block(0, lines.length, 0)
  return lines
    .map((cells, at) =>
      cells
        .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[at]?.[column] ?? 0) - [...cell].length)))
        .join(''),
    )
    .join('\n')
}
