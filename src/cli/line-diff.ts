import { structuredPatch, type StructuredPatchHunk } from 'diff'

const CONTEXT = 3

/** The hunks of a unified diff of two texts, in the form of `diff -u`; empty for equal texts. */
export function unifiedDiff(before: string, after: string): string {
  const { hunks } = structuredPatch('', '', before, after, undefined, undefined, { context: CONTEXT })
  return hunks.map(hunkText).join('')
}

function hunkText({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): string {
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.map((line) => `${line}\n`).join('')}`
}

/** The range of a hunk in its header. A range of one line has no length; an empty range begins at the line before it. */
function range(start: number, length: number): string {
  if (length === 1) return String(start)
  return `${length === 0 ? start - 1 : start},${length}`
}
