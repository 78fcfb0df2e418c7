import { withoutArguments } from '../api/go-format.ts'

/** A fault of an expression's text. */
export interface Fault {
  /** The offset in the source, in UTF-16 units; -1 for a fault without a position. */
  readonly offset: number
  readonly message: string
}

/** The message of a fault that the parser finds. */
export const syntaxError = (text: string): string => `Syntax error: ${withoutArguments(text)}`

const MAX_FAULTS = 100
const LONGEST_LINE = 16384

/** Thrown when an expression cannot be compiled; the message shows each fault with its line and a caret below its position. */
export class CompileError extends Error {
  override readonly name = 'CompileError'
}

/** Thrown when an expression returns a value of a type that its caller does not accept. */
export class ResultTypeError extends Error {
  override readonly name = 'ResultTypeError'
}

/** The most levels of nested expressions. */
export const DEEPEST = 250

/** The error of the parser beyond this limit; the error has no position. */
export const tooDeep = (): CompileError =>
  new CompileError(`ERROR: <input>:-1:0: expression recursion limit exceeded: ${DEEPEST}`)

/**
 * The error with all faults of an expression, sorted by position. The checker of the real server takes the first column of a line
 * for a part of the line before.
 */
export function compileError(
  source: string,
  faults: readonly Fault[],
  finder: 'parser' | 'checker' = 'parser',
): CompileError {
  const lines = source.split('\n')
  const placed = faults.slice(0, MAX_FAULTS).map((fault) => ({ ...fault, ...place(lines, fault.offset, finder) }))
  placed.sort((a, b) => a.line - b.line || a.column - b.column)
  const shown = placed.map(({ message, line, column }) => show(lines, line, column, message))
  if (faults.length > MAX_FAULTS) shown.push(`${faults.length - MAX_FAULTS} more errors were truncated`)
  return new CompileError(shown.join('\n'))
}

/** The position of an offset: the line counts from 1, the column in characters from 0. Both are -1 without a position. */
function place(
  lines: readonly string[],
  offset: number,
  finder: 'parser' | 'checker',
): { line: number; column: number } {
  if (offset < 0) return { line: -1, column: -1 }
  const over = finder === 'checker' ? 1 : 0
  let rest = offset
  let line = 0
  while (line < lines.length - 1 && rest > (lines[line] ?? '').length + over) {
    rest -= (lines[line] ?? '').length + 1
    line += 1
  }
  const text = lines[line] ?? ''
  const isNext = rest > text.length ? 1 : 0
  return { line: line + 1, column: Array.from(text.slice(0, rest)).length + isNext }
}

const isWide = (character: string | undefined): boolean => character !== undefined && character > '\x7f'

function show(lines: readonly string[], line: number, column: number, message: string): string {
  const head = `ERROR: <input>:${line}:${column + 1}: ${message}`
  const text = lines[line - 1]?.replaceAll('\t', ' ')
  if (text === undefined || text.length > LONGEST_LINE || lines.every((each) => each === '')) return head
  const characters = [...text]
  const dots = characters.slice(0, column).map((character) => (isWide(character) ? '．' : '.'))
  return `${head}\n | ${text}\n | ${dots.join('')}${isWide(characters[column]) ? '＾' : '^'}`
}
