/** The shown lines of each failure: its name, its message and the beginning of the difference. */
const LINES_OF_A_FAILURE = 40
/** The shown last lines of an output in which no failure is marked. */
const LAST_LINES = 100
/** The number of failures with an excerpt; the others are only counted. */
const FAILURES = 50

/** The first line of a failure: vitest's "FAIL |units| a.test.ts > …", Playwright's "1) a.spec.ts:4:1 › …", an uncaught error. */
const HEADING = /^(?: FAIL {2}|\s+\d+\) \S+\.spec\.ts:|⎯+ (?:Unhandled|Uncaught))/
// oxlint-disable-next-line no-control-regex -- colours of a terminal
const COLOURS = /\u001B\[[\d;]*m/g
/** A line of a difference that is one number of an array. */
const NUMBER = /^(\s*[-+]?\s*)(-?\d+),?$/
const NUMBERS_OF_A_RUN = 32
/** The place of a failure, after its difference. */
const PLACE = /^\s*(?:❯|at) /

/** Writes an array of numbers into one line: a difference of bytes has thousands of lines. */
function joinNumbers(lines) {
  const runs = []
  for (const line of lines) {
    const [, indent, number] = NUMBER.exec(line) ?? []
    const run = runs.at(-1)
    if (indent === undefined) runs.push({ line, numbers: [] })
    else if (run?.indent === indent) run.numbers.push(number)
    else runs.push({ line: indent, indent, numbers: [number] })
  }
  return runs.map(({ line, numbers }) => {
    const more = numbers.length - NUMBERS_OF_A_RUN
    return `${line}${numbers.slice(0, NUMBERS_OF_A_RUN).join(' ')}${more > 0 ? ` and ${more} more` : ''}`
  })
}

/** The first lines of a failure, and the line with its place when that one comes later. */
function excerptOf(lines) {
  const shown = lines.slice(0, LINES_OF_A_FAILURE)
  const place = lines.find((line) => PLACE.test(line))
  return place === undefined || shown.includes(place) ? shown : [...shown, '…', place]
}

/** A failure that is one line, as in the output of the attacks. */
const FAILED_LINE = /^FAIL /

function withoutHeadings(lines) {
  const failed = lines.filter((line) => FAILED_LINE.test(line))
  return (failed.length > 0 ? failed : lines.slice(-LAST_LINES)).join('\n')
}

/**
 * The part of a failed step's output that names the causes: the first lines of each failure, the lines that say FAIL, or
 * the last lines when the program marks no failures.
 */
export function failureExcerpt(output) {
  const lines = joinNumbers(output.replaceAll(COLOURS, '').trimEnd().split('\n'))
  const headings = lines.flatMap((line, at) => (HEADING.test(line) ? [at] : []))
  if (headings.length === 0) return withoutHeadings(lines)
  const excerpts = headings.slice(0, FAILURES).map((start, index) => excerptOf(lines.slice(start, headings[index + 1])))
  const left = headings.length - excerpts.length
  return [
    ...excerpts.map((excerpt) => excerpt.join('\n').trimEnd()),
    ...(left > 0 ? [`and ${left} more failures`] : []),
  ].join('\n\n')
}

/** The names of the failures of a step's output, in their order, each once. */
export function failureNames(output) {
  const lines = output.replaceAll(COLOURS, '').split('\n')
  return [...new Set(lines.filter((line) => HEADING.test(line) || FAILED_LINE.test(line)).map((line) => line.trim()))]
}
