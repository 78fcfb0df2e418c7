import { quote } from '../../../worker/api/go-format.ts'

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

/** A token in messages: quoted, cut after ten characters. */
export function tokenText({ type, text }: Token): string {
  if (type === 'end of text') return 'EOF'
  if (type === 'error') return text
  if ((KEYWORDS as readonly string[]).includes(type)) return `<${text}>`
  return text.length > 10 ? `${quote(text.slice(0, 10))}...` : quote(text)
}

const WORD = /[\p{L}\p{Nd}_]*/uy
const NUMBER = /[+-]?(?:0[xX][0-9a-fA-F_]*|0[oO][0-7_]*|0[bB][01_]*|[0-9_]*)(?:\.[0-9_]*)?(?:[eEpP][+-]?[0-9_]*)?i?/y
const SPACE = /[ \t\r\n]*/y
const SYMBOLS: Readonly<Record<string, TokenType>> = { '=': 'assign', '|': 'pipe' }
const TERMINATORS = /^(?:$|[ \t\r\n.,|:)(]|\}\})/

/** Splits a template into tokens. An error is the last token. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  let line = 1
  const emit = (type: TokenType, end: number): void => {
    const text = source.slice(at, end)
    tokens.push({ type, text, at, line })
    line += text.split('\n').length - 1
    at = end
  }
  const fail = (text: string): void => void tokens.push({ type: 'error', text, at, line })
  const match = (pattern: RegExp): number => {
    pattern.lastIndex = at
    return at + (pattern.exec(source)?.[0].length ?? 0)
  }
  while (lexText()) if (!lexAction()) return tokens
  tokens.push({ type: 'end of text', text: '', at, line })
  return tokens

  /** Reads text up to the next action; false at the end of the template. */
  function lexText(): boolean {
    const open = source.indexOf('{{', at)
    const end = open < 0 ? source.length : open
    const trims = open >= 0 && /^\{\{-[ \t\r\n]/.test(source.slice(open, open + 4))
    const kept = trims ? at + source.slice(at, end).replace(/[ \t\r\n]+$/, '').length : end
    if (kept > at) emit('text', kept)
    skip(end)
    return open >= 0
  }

  function skip(end: number): void {
    line += source.slice(at, end).split('\n').length - 1
    at = end
  }

  /** Reads one action; false after an error. */
  function lexAction(): boolean {
    const start = /^\{\{(?:-[ \t\r\n])?/.exec(source.slice(at, at + 4))?.[0] ?? ''
    if (source.startsWith('/*', at + start.length)) return lexComment(start.length)
    emit('left delimiter', at + 2)
    skip(at + start.length - 2)
    for (let depth = 0; ;) {
      const close = /^(?:[ \t\r\n]-)?\}\}/.exec(source.slice(at, at + 4))?.[0]
      if (close !== undefined) {
        if (depth > 0) return failed('unclosed left paren')
        skip(at + close.length - 2)
        emit('right delimiter', at + 2)
        if (close.length > 2) skip(match(SPACE))
        return true
      }
      const count = tokens.length
      const error = lexToken()
      if (error !== undefined) return failed(error)
      const last = tokens.length > count ? tokens.at(-1)?.type : undefined
      if (last === 'left parenthesis') depth++
      if (last === 'right parenthesis' && --depth < 0) {
        tokens.pop()
        return failed('unexpected right paren')
      }
    }
  }

  function failed(text: string): false {
    fail(text)
    return false
  }

  function lexComment(start: number): boolean {
    const end = source.indexOf('*/', at + start)
    if (end < 0) return failed('unclosed comment')
    const close = /^\*\/(?:[ \t\r\n]-)?\}\}/.exec(source.slice(end, end + 6))?.[0]
    if (close === undefined) return failed('comment ends before closing delimiter')
    skip(end + close.length)
    if (close.length > 4) skip(match(SPACE))
    return true
  }

  /** Reads one token inside an action. Returns the error. */
  function lexToken(): string | undefined {
    const first = source.charAt(at)
    if (first === '') return 'unclosed action'
    const space = match(SPACE)
    if (space > at) {
      // The space before a trimming delimiter belongs to the delimiter.
      const end = source.startsWith('-}}', space) ? space - 1 : space
      if (end > at) emit('space', end)
      return undefined
    }
    if (first === '"') return lexQuoted(/"(?:[^"\\\n]|\\[^\n])*"/y, 'string', 'unterminated quoted string')
    if (first === '`') return lexQuoted(/`[^`]*`/y, 'raw string', 'unterminated raw quoted string')
    if (first === "'")
      return lexQuoted(/'(?:[^'\\\n]|\\[^\n])*'/y, 'character constant', 'unterminated character constant')
    if (first === ':') {
      if (source.charAt(at + 1) !== '=') return 'expected :='
      emit('declare', at + 2)
      return undefined
    }
    if (first === '(' || first === ')') emit(first === '(' ? 'left parenthesis' : 'right parenthesis', at + 1)
    else if (SYMBOLS[first] !== undefined) emit(SYMBOLS[first], at + 1)
    else if (first === '$' || (first === '.' && !/\d/.test(source.charAt(at + 1)))) return lexName(first)
    else if (/[+\-.\d]/.test(first)) return lexNumber()
    else if (/[\p{L}_]/u.test(first)) return lexIdentifier()
    else if (/[!-~]/.test(first)) emit('char', at + 1)
    else return `unrecognized character in action: ${runeText(at)}`
    return undefined
  }

  function lexQuoted(pattern: RegExp, type: TokenType, error: string): string | undefined {
    const end = match(pattern)
    if (end === at) return error
    emit(type, end)
    return undefined
  }

  function lexName(first: string): string | undefined {
    at++
    const end = match(WORD)
    at--
    if (!TERMINATORS.test(source.slice(end, end + 2))) return `bad character ${runeText(end)}`
    if (first === '$') emit('variable', end)
    else emit(end === at + 1 ? 'dot' : 'field', end)
    return undefined
  }

  function lexNumber(): string | undefined {
    const end = match(NUMBER)
    const next = source.charAt(end)
    if (/[\p{L}\p{Nd}_]/u.test(next)) return `bad number syntax: ${quote(source.slice(at, end + 1))}`
    emit('number', end)
    return undefined
  }

  function lexIdentifier(): string | undefined {
    const end = match(WORD)
    const word = source.slice(at, end)
    if (!TERMINATORS.test(source.slice(end, end + 2))) return `bad character ${runeText(end)}`
    const keyword = KEYWORDS.find((each) => each === word)
    if (keyword !== undefined) emit(keyword, end)
    else emit(word === 'true' || word === 'false' ? 'boolean' : 'identifier', end)
    return undefined
  }

  /** Go's `%#U`: `U+0022 '"'`. */
  function runeText(offset: number): string {
    const code = source.codePointAt(offset) ?? 0
    const hex = code.toString(16).toUpperCase().padStart(4, '0')
    return `U+${hex} '${String.fromCodePoint(code)}'`
  }
}
