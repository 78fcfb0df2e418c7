const ANY_TEXT = /…|\.\.\./

/**
 * Whether an output matches the output on a page. On the page, `…` (or `...`) represents any text in its line, and a line
 * with only `…` represents any number of lines. Spaces at the ends of lines and empty lines at the end do not count; a run
 * of spaces equals any other run, because the width of a column follows its values.
 */
export function outputMatches(expected: string, actual: string): boolean {
  return linesMatch(linesOf(expected), linesOf(actual))
}

const linesOf = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd().replaceAll(/ +/g, ' '))

/**
 * Whether the blocks of lines around gaps follow each other. The search for a block begins at the end of the block before,
 * so many gaps take no more time than few.
 */
function linesMatch(expected: readonly string[], actual: readonly string[]): boolean {
  const blocks = blocksOf(expected)
  const [first = []] = blocks
  const last = blocks.at(-1) ?? []
  const end = actual.length - last.length
  const matchesAt = (block: readonly string[], at: number): boolean =>
    at >= 0 && block.every((line, i) => lineMatches(line, actual[at + i]))
  if (!matchesAt(first, 0) || !matchesAt(last, end)) return false
  if (blocks.length === 1) return end === 0
  let at = first.length
  for (const block of blocks.slice(1, -1)) {
    while (at + block.length <= end && !matchesAt(block, at)) at++
    at += block.length
  }
  return at <= end
}

/** The lines between gaps: lines with nothing but `…`. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]]
  for (const line of lines) {
    const isGap = ANY_TEXT.test(line) && line.replace(ANY_TEXT, '').trim() === ''
    if (isGap) blocks.push([])
    else blocks.at(-1)?.push(line)
  }
  return blocks
}

/** Whether the pieces around `…` follow each other in the line. */
function lineMatches(expected: string, actual: string | undefined): boolean {
  if (actual === undefined) return false
  const pieces = expected.split(ANY_TEXT)
  const [first = ''] = pieces
  if (pieces.length === 1) return expected === actual
  const last = pieces.at(-1) ?? ''
  if (!actual.startsWith(first) || !actual.endsWith(last)) return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = actual.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return at <= actual.length - last.length
}
