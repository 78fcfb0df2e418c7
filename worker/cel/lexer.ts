import type { Fault } from './faults.ts'
import { syntaxError } from './faults.ts'

/** Kinds of tokens in the order of the grammar, in which error texts list them. */
export const TOKENS: readonly string[] = (
  '== != in < <= >= > && || [ ] { } ( ) . , - ! ? : + * / % true false null ' +
  'NUM_FLOAT NUM_INT NUM_UINT STRING BYTES IDENTIFIER'
).split(' ')

/** A token of an expression. Its `kind` is one of `TOKENS`, or `EOF`. */
export interface Token {
  readonly kind: string
  readonly text: string
  readonly offset: number
}

const BLANK = /(?:[\t \r\n\f]+|\/\/[^\n]*)+/y
const BLANKS = new RegExp(BLANK.source, 'g')
const BLANK_STARTS = new Set([...'\t \r\n\f/'].map((ch) => ch.charCodeAt(0)))
const ESCAPE = String.raw`\\(?:[abfnrtv"'\\?\x60]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})`
const STRING = [
  String.raw`"""(?:${ESCAPE}|[^\\])*?"""`,
  String.raw`'''(?:${ESCAPE}|[^\\])*?'''`,
  String.raw`"(?:${ESCAPE}|[^\\"\n\r])*"`,
  String.raw`'(?:${ESCAPE}|[^\\'\n\r])*'`,
  String.raw`[rR]"""[^]*?"""`,
  String.raw`[rR]'''[^]*?'''`,
  String.raw`[rR]"[^"\n\r]*"`,
  String.raw`[rR]'[^'\n\r]*'`,
].join('|')

/** The form of a kind of token. The `kind` of an operator is its text, and is empty here. */
interface Pattern {
  readonly kind: string
  readonly text: RegExp
}

const BYTES_PATTERN: Pattern = { kind: 'BYTES', text: new RegExp(`[bB](?:${STRING})`, 'y') }
const STRING_PATTERN: Pattern = { kind: 'STRING', text: new RegExp(STRING, 'y') }
const IDENTIFIER: Pattern = { kind: 'IDENTIFIER', text: /[A-Za-z_][A-Za-z0-9_]*/y }
const FLOAT: Pattern = {
  kind: 'NUM_FLOAT',
  text: /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y,
}
const UINT: Pattern = { kind: 'NUM_UINT', text: /(?:0x[0-9a-fA-F]+|\d+)[uU]/y }
const INT: Pattern = { kind: 'NUM_INT', text: /0x[0-9a-fA-F]+|\d+/y }
const OPERATOR: Pattern = { kind: '', text: /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y }

const OTHER: readonly Pattern[] = [OPERATOR]

/**
 * The patterns that a token can match, by the code of its first character. The longest match counts; among equally long ones,
 * the first.
 */
const PATTERNS: readonly (readonly Pattern[])[] = Array.from({ length: 128 }, (_, code) => {
  const first = String.fromCharCode(code)
  if (/["']/.test(first)) return [STRING_PATTERN]
  if (/[bBrR]/.test(first)) return [BYTES_PATTERN, STRING_PATTERN, IDENTIFIER]
  if (/[A-Za-z_]/.test(first)) return [IDENTIFIER]
  if (/\d/.test(first)) return [FLOAT, UINT, INT]
  return first === '.' ? [FLOAT, OPERATOR] : OTHER
})

const WORDS = new Set(['in', 'true', 'false', 'null'])

/** An incomplete escape sequence: the next character does not continue it. */
const PARTIAL_ESCAPE = String.raw`\\(?:[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|[0-3][0-7]?)?`
/** Matches from the start of a broken token up to and including the character that breaks it. */
const BROKEN = new RegExp(
  `(?:(?:"(?:${ESCAPE}|[^\\\\"\\n\\r])*|'(?:${ESCAPE}|[^\\\\'\\n\\r])*)(?:${PARTIAL_ESCAPE})?|[=&|])?(?:[^]|$)`,
  'yu',
)

/** All tokens, the last of kind `EOF`. Other text is skipped and reported as a fault. */
export function tokenize(source: string, faults: Fault[]): Token[] {
  const tokens: Token[] = []
  let offset = 0
  while (true) {
    if (BLANK_STARTS.has(source.charCodeAt(offset))) {
      BLANK.lastIndex = offset
      if (BLANK.test(source)) offset = BLANK.lastIndex
    }
    if (offset >= source.length) break
    const token = longest(source, offset)
    if (token !== undefined) {
      tokens.push(token)
      offset += token.text.length
      continue
    }
    BROKEN.lastIndex = offset
    const text = BROKEN.exec(source)?.[0] || source.slice(offset, offset + 1)
    faults.push({ offset, message: syntaxError(`token recognition error at: '${text}'`) })
    offset += text.length
  }
  tokens.push({ kind: 'EOF', text: '<EOF>', offset: source.length })
  return tokens
}

/** The white space and the comments of a text between two tokens, without the parts that no token contains. */
export const blanksOf = (between: string): string => between.match(BLANKS)?.join('') ?? ''

/** A text with its line breaks and tabs as error texts show them. */
export const shownText = (text: string): string =>
  text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')

function longest(source: string, offset: number): Token | undefined {
  let end = offset
  let found = ''
  for (const { kind, text } of PATTERNS[source.charCodeAt(offset)] ?? OTHER) {
    text.lastIndex = offset
    if (!text.test(source) || text.lastIndex <= end) continue
    end = text.lastIndex
    found = kind
  }
  if (end === offset) return undefined
  const text = source.slice(offset, end)
  return { kind: found === '' || WORDS.has(text) ? text : found, text, offset }
}
