import { alignTabs } from './tabs.ts'

/**
 * Aligns cells like kubectl's tab writer: at least 6 wide, 3 spaces apart, nothing after the last cell. A cell may hold
 * tabs and line ends, which begin further cells and lines.
 * `remembered` keeps the widths of earlier rows, so that a watch stays aligned.
 */
export const alignColumns = (rows: readonly (readonly string[])[], remembered: number[] = []): string =>
  rows.length === 0
    ? ''
    : `${alignTabs(rows.map((row) => row.join('\t')).join('\n'), { padding: 3, smallest: 6, remembered })}\n`
