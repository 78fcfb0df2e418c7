/** A part of a line: plain text, or code. */
export interface Span {
  readonly text: string
  readonly isCode: boolean
}

/** The parts of a line: code is between two backticks. A backtick without a second one is text. */
export function codeSpans(line: string): readonly Span[] {
  const parts = line.split(/`([^`]+)`/)
  return parts.map((text, at) => ({ text, isCode: at % 2 === 1 })).filter(({ text }) => text !== '')
}

/** The line without the marks of code, for a screen reader. */
export const spokenLine = (line: string): string =>
  codeSpans(line)
    .map(({ text }) => text)
    .join('')
