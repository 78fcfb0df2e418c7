import { quote } from '../../../worker/api/go-format.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'

/** The tokens of Go's `text/template/parse`; the keyword tokens have the keyword as their type. */
export type TokenType =
  | Keyword
  | 'boolean'
  | 'char'
  | 'character constant'
  | 'assign'
  | 'declare'
  | 'dot'
  | 'end of text'
  | 'error'
  | 'field'
  | 'identifier'
  | 'left delimiter'
  | 'left parenthesis'
  | 'number'
  | 'pipe'
  | 'raw string'
  | 'right delimiter'
  | 'right parenthesis'
  | 'space'
  | 'string'
  | 'text'
  | 'variable'

const KEYWORDS = [
  'block',
  'break',
  'continue',
  'define',
  'else',
  'end',
  'if',
  'nil',
  'range',
  'template',
  'with',
] as const
export type Keyword = (typeof KEYWORDS)[number]

export interface Token {
  readonly type: TokenType
  readonly text: string
  readonly at: number
  readonly line: number
}

/**
 * The token as error messages print it: a keyword in angle brackets, any other text in quotes and cut after ten
 * characters.
 */
export function tokenText({ type, text }: Token): string {
  if (type === 'end of text') return 'EOF'
  if (type === 'error') return text
  // Go's lexer counts the lone dot among the keywords.
  if (text === '.' || (KEYWORDS as readonly string[]).includes(type)) return `<${text}>`
  return text.length > 10 ? `${quote(text.slice(0, 10))}...` : quote(text)
}

const WORD = /[\p{L}\p{Nd}_]*/uy
const NUMBER = /[+-]?(?:0[xX][0-9a-fA-F_]*|0[oO][0-7_]*|0[bB][01_]*|[0-9_]*)(?:\.[0-9_]*)?(?:[eEpP][+-]?[0-9_]*)?i?/y
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}_]/u
const SPACE = /[ \t\r\n]*/y
const SYMBOLS = lookupTable<TokenType>({ '=': 'assign', '|': 'pipe' })
const TERMINATORS = /^(?:$|[ \t\r\n.,|:)(]|\}\})/

/** Splits a template into tokens. After a syntax error, the last token has the type `error`. */
export const tokensOf = (source: string): readonly Token[] => new Lexer(source).run()

class Lexer {
  readonly #source: string
  readonly #tokens: Token[] = []
  #at = 0
  #line = 1

  constructor(source: string) {
    this.#source = source
  }

  run(): readonly Token[] {
    while (this.#lexText()) if (!this.#lexAction()) return this.#tokens
    this.#tokens.push({ type: 'end of text', text: '', at: this.#at, line: this.#line })
    return this.#tokens
  }

  #emit(type: TokenType, end: number): void {
    const text = this.#source.slice(this.#at, end)
    this.#tokens.push({ type, text, at: this.#at, line: this.#line })
    this.#skip(end)
  }

  /** Returns the end of a sticky pattern's match at the current position; without a match, the current position. */
  #match(pattern: RegExp): number {
    pattern.lastIndex = this.#at
    return this.#at + (pattern.exec(this.#source)?.[0].length ?? 0)
  }

  /** Reads the text up to the next action. Returns whether there is an action. */
  #lexText(): boolean {
    const open = this.#source.indexOf('{{', this.#at)
    const end = open < 0 ? this.#source.length : open
    const trims = open >= 0 && /^\{\{-[ \t\r\n]/.test(this.#source.slice(open, open + 4))
    const kept = trims ? this.#at + this.#source.slice(this.#at, end).replace(/[ \t\r\n]+$/, '').length : end
    if (kept > this.#at) this.#emit('text', kept)
    this.#skip(end)
    return open >= 0
  }

  #skip(end: number): void {
    this.#line += this.#source.slice(this.#at, end).split('\n').length - 1
    this.#at = end
  }

  /** Reads one action. Returns whether it has no syntax error. */
  #lexAction(): boolean {
    const start = /^\{\{(?:-[ \t\r\n])?/.exec(this.#source.slice(this.#at, this.#at + 4))?.[0] ?? ''
    if (this.#source.startsWith('/*', this.#at + start.length)) return this.#lexComment(start.length)
    this.#emit('left delimiter', this.#at + 2)
    this.#skip(this.#at + start.length - 2)
    for (let depth = 0; ;) {
      const close = /^(?:[ \t\r\n]-)?\}\}/.exec(this.#source.slice(this.#at, this.#at + 4))?.[0]
      if (close !== undefined) {
        if (depth > 0) return this.#failed('unclosed left paren')
        this.#skip(this.#at + close.length - 2)
        this.#emit('right delimiter', this.#at + 2)
        if (close.length > 2) this.#skip(this.#match(SPACE))
        return true
      }
      const count = this.#tokens.length
      const error = this.#lexToken()
      if (error !== undefined) return this.#failed(error)
      const last = this.#tokens.length > count ? this.#tokens.at(-1)?.type : undefined
      if (last === 'left parenthesis') depth++
      if (last === 'right parenthesis' && --depth < 0) {
        this.#tokens.pop()
        return this.#failed('unexpected right paren')
      }
    }
  }

  #failed(text: string): false {
    this.#tokens.push({ type: 'error', text, at: this.#at, line: this.#line })
    return false
  }

  #lexComment(start: number): boolean {
    const end = this.#source.indexOf('*/', this.#at + start)
    if (end < 0) return this.#failed('unclosed comment')
    const close = /^\*\/(?:[ \t\r\n]-)?\}\}/.exec(this.#source.slice(end, end + 6))?.[0]
    if (close === undefined) return this.#failed('comment ends before closing delimiter')
    this.#skip(end + close.length)
    if (close.length > 4) this.#skip(this.#match(SPACE))
    return true
  }

  /** Reads one token inside an action. Returns the message of a syntax error, or undefined. */
  #lexToken(): string | undefined {
    const first = this.#source.charAt(this.#at)
    if (first === '') return 'unclosed action'
    const space = this.#match(SPACE)
    if (space > this.#at) {
      // The space before a trimming delimiter belongs to the delimiter.
      const end = this.#source.startsWith('-}}', space) ? space - 1 : space
      if (end > this.#at) this.#emit('space', end)
      return undefined
    }
    if (first === '"') return this.#lexQuoted(/"(?:[^"\\\n]|\\[^\n])*"/y, 'string', 'unterminated quoted string')
    if (first === '`') return this.#lexQuoted(/`[^`]*`/y, 'raw string', 'unterminated raw quoted string')
    if (first === "'")
      return this.#lexQuoted(/'(?:[^'\\\n]|\\[^\n])*'/y, 'character constant', 'unterminated character constant')
    if (first === ':') {
      if (this.#source.charAt(this.#at + 1) !== '=') return 'expected :='
      this.#emit('declare', this.#at + 2)
      return undefined
    }
    if (first === '(' || first === ')')
      this.#emit(first === '(' ? 'left parenthesis' : 'right parenthesis', this.#at + 1)
    else if (SYMBOLS[first] !== undefined) this.#emit(SYMBOLS[first], this.#at + 1)
    else if (first === '$' || (first === '.' && !/\d/.test(this.#source.charAt(this.#at + 1))))
      return this.#lexName(first)
    else if (/[+\-.\d]/.test(first)) return this.#lexNumber()
    else if (/[\p{L}_]/u.test(first)) return this.#lexIdentifier()
    else if (/[!-~]/.test(first)) this.#emit('char', this.#at + 1)
    else return `unrecognized character in action: ${this.#runeText(this.#at)}`
    return undefined
  }

  #lexQuoted(pattern: RegExp, type: TokenType, error: string): string | undefined {
    const end = this.#match(pattern)
    if (end === this.#at) return error
    this.#emit(type, end)
    return undefined
  }

  #lexName(first: string): string | undefined {
    this.#at++
    const end = this.#match(WORD)
    this.#at--
    if (!TERMINATORS.test(this.#source.slice(end, end + 2))) return `bad character ${this.#runeText(end)}`
    if (first === '$') this.#emit('variable', end)
    else this.#emit(end === this.#at + 1 ? 'dot' : 'field', end)
    return undefined
  }

  #lexNumber(): string | undefined {
    const end = this.#match(NUMBER)
    const next = this.#source.charAt(end)
    if (LETTER_OR_DIGIT.test(next)) return `bad number syntax: ${quote(this.#source.slice(this.#at, end + 1))}`
    if (next === '+' || next === '-') return this.#lexComplex(end)
    this.#emit('number', end)
    return undefined
  }

  /** Reads a complex number, whose imaginary part begins at `middle`. */
  #lexComplex(middle: number): string | undefined {
    NUMBER.lastIndex = middle
    const end = middle + (NUMBER.exec(this.#source)?.[0].length ?? 0)
    const isTooLong = LETTER_OR_DIGIT.test(this.#source.charAt(end))
    if (isTooLong || this.#source.charAt(end - 1) !== 'i')
      return `bad number syntax: ${quote(this.#source.slice(this.#at, isTooLong ? end + 1 : end))}`
    this.#emit('number', end)
    return undefined
  }

  #lexIdentifier(): string | undefined {
    const end = this.#match(WORD)
    const word = this.#source.slice(this.#at, end)
    if (!TERMINATORS.test(this.#source.slice(end, end + 2))) return `bad character ${this.#runeText(end)}`
    const keyword = KEYWORDS.find((each) => each === word)
    if (keyword !== undefined) this.#emit(keyword, end)
    else this.#emit(word === 'true' || word === 'false' ? 'boolean' : 'identifier', end)
    return undefined
  }

  /** A character in the form of Go's `%#U`: `U+0022 '"'`. */
  #runeText(offset: number): string {
    const code = this.#source.codePointAt(offset) ?? 0
    const hex = code.toString(16).toUpperCase().padStart(4, '0')
    return `U+${hex} '${String.fromCodePoint(code)}'`
  }
}
