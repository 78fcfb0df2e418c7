import { YamlError } from '../yaml-error.ts'

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const NEL = 0x85
const LINE_SEPARATOR = 0x2028
const PARAGRAPH_SEPARATOR = 0x2029

export const isBlank = (code: number): boolean => code === SPACE || code === TAB

export const isBreak = (code: number): boolean =>
  code === LF || code === CR || code === NEL || code === LINE_SEPARATOR || code === PARAGRAPH_SEPARATOR

/** Whether a code marks the end of the text, which has the code NaN. */
export const isEnd = (code: number): boolean => Number.isNaN(code)

export const isBlankOrEnd = (code: number): boolean => isBlank(code) || isBreak(code) || isEnd(code)

export const isBreakOrEnd = (code: number): boolean => isBreak(code) || isEnd(code)

/** Whether a character may be in an anchor, a tag handle or the name of a directive. */
export const isWord = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x5f ||
  code === 0x2d

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** The text and the position of the next character. `line` and `column` count from zero, as libyaml's marks do. */
export class YamlSource {
  readonly text: string
  at = 0
  line = 0
  column = 0

  constructor(text: string) {
    this.text = text
  }

  /** The code unit `ahead` places after the next character; NaN at the end. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead)
  }

  /** Skips characters of one line. */
  skip(count = 1): void {
    this.at += count
    this.column += count
  }

  /** Skips blanks and returns them. */
  blanks(): string {
    const start = this.at
    while (isBlank(this.code())) this.skip()
    return this.text.slice(start, this.at)
  }

  /** Reads a line break. Returns a line feed, or one of the two Unicode separators unchanged. */
  readBreak(): string {
    const code = this.code()
    this.at += code === CR && this.code(1) === LF ? 2 : 1
    this.column = 0
    this.line += 1
    if (code === LINE_SEPARATOR || code === PARAGRAPH_SEPARATOR) return String.fromCharCode(code)
    return '\n'
  }

  /** Skips to the end of the line. */
  skipComment(): void {
    while (!isBreakOrEnd(this.code())) this.skip()
  }

  /** Skips the blanks, the comment and the break that may follow a directive or the header of a block scalar. */
  endLine(): void {
    this.blanks()
    if (this.code() === 0x23) this.skipComment()
    if (!isBreakOrEnd(this.code())) throw this.fault('did not find expected comment or line break')
    if (isBreak(this.code())) this.readBreak()
  }

  /** Whether the position is at the beginning of a line that begins with the word `---` or `...`. */
  atDocumentMark(): boolean {
    if (this.column !== 0) return false
    const mark = this.text.slice(this.at, this.at + 3)
    return (mark === '---' || mark === '...') && isBlankOrEnd(this.code(3))
  }

  /** An error of the real server's scanner. It counts lines from one, and its errors do not name the first line. */
  fault(problem: string): YamlError {
    return new YamlError(`yaml: ${this.line === 0 ? '' : `line ${this.line + 1}: `}${problem}`)
  }
}
