import { alignTabs } from './tabs.ts'

/**
 * Aligns cells like kubectl's tab writer: at least 6 wide, 3 spaces apart, nothing after the last cell. Tabs and line
 * ends inside a cell begin further cells and lines.
 * @param remembered the widths of earlier rows, with which the rows of a watch stay aligned
 */
export const alignColumns = (rows: readonly (readonly string[])[], remembered: number[] = []): string =>
  rows.length === 0
    ? ''
    : `${alignTabs(rows.map((row) => row.join('\t')).join('\n'), { padding: 3, smallest: 6, remembered })}\n`
