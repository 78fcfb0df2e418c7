/**
 * Aligns tab-separated cells like kubectl's tab writer: at least 6 wide, 3 spaces apart, nothing after the last cell.
 * A last cell of several lines ends the columns: rows below it widen no column above, and keep the widths from above.
 * `remembered` keeps the widths of earlier rows, so that a watch stays aligned.
 */
export function alignColumns(rows: readonly (readonly string[])[], remembered: number[] = []): string {
  let text = ''
  for (let from = 0; from < rows.length;) {
    const broken = rows.findIndex((row, at) => at >= from && row.at(-1)?.includes('\n'))
    const to = broken < 0 ? rows.length : broken + 1
    text += alignedBlock(rows.slice(from, to), remembered)
    from = to
  }
  return text
}

function alignedBlock(rows: readonly (readonly string[])[], widths: number[]): string {
  for (const row of rows)
    row.slice(0, -1).forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 6, width(cell) + 3)
    })
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - width(cell)),
      )
      return `${cells.join('')}\n`
    })
    .join('')
}

const width = (cell: string): number => [...cell].length
