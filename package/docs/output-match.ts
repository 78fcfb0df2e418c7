const ANY_TEXT = /…|\.\.\./

/**
 * Compares an output with the output on a page. On the page, `…` (or `...`) represents any text in its line, and a line
 * without other text any number of lines. Spaces at the ends of lines and empty lines at the end do not count; a run of
 * spaces equals any other run, because the width of a column follows its values.
 */
export function outputMatches(expected: string, actual: string): boolean {
  return linesMatch(linesOf(expected), linesOf(actual))
}

const linesOf = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd().replaceAll(/ +/g, ' '))

function linesMatch(expected: readonly string[], actual: readonly string[]): boolean {
  const [first, ...rest] = expected
  if (first === undefined) return actual.length === 0
  if (first.replace(ANY_TEXT, '').trim() === '' && ANY_TEXT.test(first))
    return actual.some((_, index) => linesMatch(rest, actual.slice(index))) || rest.length === 0
  const [line, ...others] = actual
  return line !== undefined && lineMatches(first, line) && linesMatch(rest, others)
}

/** Pieces around `…` must follow each other in the line. */
function lineMatches(expected: string, actual: string): boolean {
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
