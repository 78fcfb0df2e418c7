import { isBlank, isBlankOrEnd, isBreak, isDigit, isEnd, type YamlSource } from './source.ts'
import { newToken, type Token } from './token.ts'

const TAB = 0x09
const SPACE = 0x20
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const COLON = 0x3a
const BACKSLASH = 0x5c

/** Reads `|` or `>` and the lines below it. `indent`: the column of the enclosing collection, -1 without one. */
export function scanBlockScalar(source: YamlSource, indent: number): Token {
  const { line } = source
  const literal = source.code() === 0x7c
  source.skip()
  const { chomping, increment } = blockHeader(source)
  const block = new BlockLines(source, indent, increment)
  const parts: string[] = []
  let leadingBreak = ''
  let breaks = block.breaks()
  let wasBlank = false
  while (source.column === block.indent && !isEnd(source.code())) {
    const isMore = isBlank(source.code())
    // A folded line break becomes a space, unless an empty or further indented line is next to it.
    if (!literal && !wasBlank && !isMore && leadingBreak === '\n') parts.push(breaks === '' ? ' ' : '')
    else parts.push(leadingBreak)
    parts.push(breaks)
    wasBlank = isMore
    const from = source.at
    source.skipComment()
    parts.push(source.text.slice(from, source.at))
    leadingBreak = isEnd(source.code()) ? '' : source.readBreak()
    breaks = block.breaks()
  }
  if (chomping !== '-') parts.push(leadingBreak)
  if (chomping === '+') parts.push(breaks)
  return newToken('scalar', { line, endLine: block.endLine }, { text: parts.join('') })
}

function blockHeader(source: YamlSource): { chomping: string; increment: number } {
  let chomping = ''
  let increment = 0
  const readChomping = (): void => {
    const code = source.code()
    if (code !== 0x2b && code !== 0x2d) return
    chomping = String.fromCharCode(code)
    source.skip()
  }
  readChomping()
  if (isDigit(source.code())) {
    increment = source.code() - 0x30
    if (increment === 0) throw source.fault('found an indentation indicator equal to 0')
    source.skip()
    if (chomping === '') readChomping()
  }
  source.endLine()
  return { chomping, increment }
}

/**
 * The lines of a block scalar. A number in the header decides the indentation; without one, the lines up to the first text
 * decide.
 */
class BlockLines {
  readonly #source: YamlSource
  readonly #outer: number
  indent: number
  endLine: number

  constructor(source: YamlSource, outer: number, increment: number) {
    this.#source = source
    this.#outer = outer
    this.indent = increment > 0 ? Math.max(outer, 0) + increment : 0
    this.endLine = source.line
  }

  /** Skips the indentation of the next line and the empty lines before that line. Returns the breaks of the empty lines. */
  breaks(): string {
    const source = this.#source
    const breaks: string[] = []
    let widest = 0
    this.endLine = source.line
    for (;;) {
      while ((this.indent === 0 || source.column < this.indent) && source.code() === SPACE) source.skip()
      widest = Math.max(widest, source.column)
      if ((this.indent === 0 || source.column < this.indent) && source.code() === TAB) {
        throw source.fault('found a tab character where an indentation space is expected')
      }
      if (!isBreak(source.code())) break
      breaks.push(source.readBreak())
      this.endLine = source.line
    }
    if (this.indent === 0) this.indent = Math.max(widest, this.#outer + 1, 1)
    return breaks.join('')
  }
}

export function scanQuotedScalar(source: YamlSource): Token {
  const { line } = source
  const quote = source.code()
  source.skip()
  const parts: string[] = []
  for (;;) {
    if (source.atDocumentMark()) throw source.fault('found unexpected document indicator')
    if (isEnd(source.code())) throw source.fault('found unexpected end of stream')
    const escapedBreak = quotedWord(source, quote, parts)
    if (source.code() === quote) break
    foldSpaces(source, parts, escapedBreak)
  }
  source.skip()
  return newToken('scalar', { line, endLine: source.line }, { text: parts.join('') })
}

/** Reads up to a blank, a break or the closing quote. Returns whether an escaped break ended the word, which joins two lines. */
function quotedWord(source: YamlSource, quote: number, parts: string[]): boolean {
  const { text } = source
  let from = source.at
  const flush = (): void => {
    if (source.at > from) parts.push(text.slice(from, source.at))
  }
  for (let code = source.code(); !isBlankOrEnd(code); code = source.code()) {
    if (code === quote) {
      if (quote !== SINGLE_QUOTE || source.code(1) !== SINGLE_QUOTE) break
      source.skip()
      flush()
      source.skip()
      from = source.at
    } else if (code === BACKSLASH && quote === DOUBLE_QUOTE) {
      flush()
      if (isBreak(source.code(1))) {
        source.skip()
        source.readBreak()
        return true
      }
      parts.push(escape(source))
      from = source.at
    } else source.skip()
  }
  flush()
  return false
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
])
const CODE_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

function escape(source: YamlSource): string {
  const letter = source.text[source.at + 1] ?? ''
  const known = ESCAPES.get(letter)
  const length = CODE_LENGTHS.get(letter) ?? 0
  if (known === undefined && length === 0) throw source.fault('found unknown escape character')
  source.skip(2)
  if (known !== undefined) return known
  const digits = source.text.slice(source.at, source.at + length)
  if (digits.length < length || !/^[\da-fA-F]+$/.test(digits)) {
    throw source.fault('did not find expected hexdecimal number')
  }
  const code = parseInt(digits, 16)
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) {
    throw source.fault('found invalid Unicode character escape code')
  }
  source.skip(length)
  return String.fromCodePoint(code)
}

/** Blanks between words of one line stay; a break is folded to a space, further breaks stay. */
function foldSpaces(source: YamlSource, parts: string[], escapedBreak: boolean): void {
  const spaces = new FoldedSpaces(escapedBreak)
  while (isBlank(source.code()) || isBreak(source.code())) spaces.read(source)
  parts.push(spaces.text())
}

class FoldedSpaces {
  #whitespace = ''
  #leadingBreak = ''
  #trailing: string[] = []
  /** Whether a break was read: blanks are indentation then. */
  afterBreak: boolean

  constructor(afterBreak = false) {
    this.afterBreak = afterBreak
  }

  /** Reads blanks or one break. */
  read(source: YamlSource): void {
    if (isBlank(source.code())) {
      const blanks = source.blanks()
      if (!this.afterBreak) this.#whitespace = blanks
    } else if (this.afterBreak) this.#trailing.push(source.readBreak())
    else {
      this.#leadingBreak = source.readBreak()
      this.afterBreak = true
    }
  }

  text(): string {
    if (!this.afterBreak) return this.#whitespace
    const trailing = this.#trailing.join('')
    if (this.#leadingBreak !== '\n') return this.#leadingBreak + trailing
    return trailing === '' ? ' ' : trailing
  }
}

/** Reads a scalar without quotes. `inFlow`: brackets and commas end it. `broke`: a line break follows, so a key may begin. */
export function scanPlainScalar(source: YamlSource, indent: number, inFlow: boolean): { token: Token; broke: boolean } {
  const { line } = source
  let endLine = line
  let text = ''
  let spaces: FoldedSpaces | undefined
  while (!source.atDocumentMark() && source.code() !== 0x23) {
    const from = source.at
    skipPlainWord(source, inFlow)
    if (source.at > from) {
      if (spaces !== undefined) text += spaces.text()
      spaces = undefined
      text += source.text.slice(from, source.at)
      endLine = source.line
    }
    if (!isBlank(source.code()) && !isBreak(source.code())) break
    spaces ??= new FoldedSpaces()
    readPlainSpaces(source, spaces, indent)
    if (!inFlow && source.column < indent + 1) break
  }
  const token = newToken('scalar', { line, endLine }, { text, isPlain: true })
  return { token, broke: spaces?.afterBreak === true }
}

function skipPlainWord(source: YamlSource, inFlow: boolean): void {
  for (let code = source.code(); !isBlankOrEnd(code); code = source.code()) {
    if (code === COLON && isBlankOrEnd(source.code(1))) return
    if (inFlow && isFlowIndicator(code)) return
    source.skip()
  }
}

/** Whether a character is `,`, `?`, `[`, `]`, `{` or `}`. */
const isFlowIndicator = (code: number): boolean =>
  code === 0x2c || code === 0x3f || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d

function readPlainSpaces(source: YamlSource, spaces: FoldedSpaces, indent: number): void {
  while (isBlank(source.code()) || isBreak(source.code())) {
    if (spaces.afterBreak) {
      while (source.code() === SPACE) source.skip()
      if (source.code() === TAB && source.column < indent + 1) {
        throw source.fault('found a tab character that violates indentation')
      }
    }
    if (isBlank(source.code()) || isBreak(source.code())) spaces.read(source)
  }
}
