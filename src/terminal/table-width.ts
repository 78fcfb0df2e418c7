/** A line of a table: at least three columns, which kubectl separates by three spaces or more. */
const ROW = /\S {3,}\S.*? {3,}\S/
/** Wider tables wrap. */
const MOST = 240

/** The columns that the widest table in an output needs; 0 without a table. */
export function tableWidth(text: string): number {
  if (!text.includes('   ')) return 0
  const rows = text.split(/\r?\n/).filter((line) => ROW.test(line))
  return Math.min(MOST, Math.max(0, ...rows.map((row) => row.trimEnd().length)))
}
