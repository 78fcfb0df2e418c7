import type { Fault } from './faults.ts'
import { syntaxError } from './faults.ts'

/** Kinds of tokens in the order of the grammar, in which error texts list them. */
export const TOKENS: readonly string[] = (
  '== != in < <= >= > && || [ ] { } ( ) . , - ! ? : + * / % true false null ' +
  'NUM_FLOAT NUM_INT NUM_UINT STRING BYTES IDENTIFIER'
).split(' ')

/** `kind` is one of `TOKENS`, or `EOF`. */
export interface Token {
  readonly kind: string
  readonly text: string
  readonly offset: number
}

const BLANK = /(?:[\t \r\n\f]+|\/\/[^\n]*)+/y
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

const PATTERNS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['BYTES', new RegExp(`[bB](?:${STRING})`, 'y')],
  ['STRING', new RegExp(STRING, 'y')],
  ['IDENTIFIER', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['NUM_FLOAT', /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y],
  ['NUM_UINT', /(?:0x[0-9a-fA-F]+|\d+)[uU]/y],
  ['NUM_INT', /0x[0-9a-fA-F]+|\d+/y],
  ['', /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y],
]

const WORDS = new Set(['in', 'true', 'false', 'null'])

/** The start of an escape sequence that the next character breaks off. */
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
    BLANK.lastIndex = offset
    if (BLANK.test(source)) offset = BLANK.lastIndex
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

/** Line breaks as error texts show them. */
export const shownText = (text: string): string =>
  text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')

function longest(source: string, offset: number): Token | undefined {
  let found: Token | undefined
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = offset
    const text = pattern.exec(source)?.[0]
    if (text === undefined || text.length <= (found?.text.length ?? 0)) continue
    found = { kind: kind === '' || WORDS.has(text) ? text : kind, text, offset }
  }
  return found
}
