import { sortTexts } from './byte-order.ts'
import { quote } from './go-format.ts'
import { parseInt64 } from './int64.ts'
import { ownMember } from './json.ts'
import { labelValue, qualifiedName } from './names.ts'
import { badRequest } from './status.ts'

/** A compiled label selector. Reports whether labels match. */
export type LabelSelector = (labels: Readonly<Record<string, string>> | undefined) => boolean

type Labels = Parameters<LabelSelector>[0]
const labelOf = (labels: Labels, key: string): string | undefined =>
  labels === undefined ? undefined : ownMember(labels, key)

type Token = 'identifier' | 'in' | 'notin' | '=' | '==' | '!=' | '>' | '<' | '!' | '(' | ')' | ',' | 'end'
interface Lexeme {
  readonly token: Token
  readonly text: string
}

const SYMBOLS: ReadonlySet<string> = new Set(['=', '==', '!=', '>', '<', '!', '(', ')', ','])
const OPERATORS: ReadonlyMap<Token, string> = new Map([
  ['in', 'in'],
  ['notin', 'notin'],
  ['=', '='],
  ['==', '=='],
  ['!=', '!='],
  ['>', 'gt'],
  ['<', 'lt'],
])

const LEXEME = /(==|!=|[=!(),<>]|[^=!(),<> \t\r\n\0]+)\0?|\0/g

/** As in the real scanner, a zero byte directly after a token ends the token; at any other place it ends the text. */
function lex(source: string): Lexeme[] {
  const lexemes: Lexeme[] = []
  for (const [, text] of source.matchAll(LEXEME)) {
    if (text === undefined) break
    const token = SYMBOLS.has(text) || text === 'in' || text === 'notin' ? (text as Token) : 'identifier'
    lexemes.push({ token, text })
  }
  lexemes.push({ token: 'end', text: '' })
  return lexemes
}

/** Bounds the work of a list, which compares every object with every term. */
const MAX_TERMS = 1000

/** A malformed selector, with the message of the real server. `parseLabelSelector` makes a 400 of this error. */
class BadSelector extends Error {}

class Parser {
  private readonly lexemes: readonly Lexeme[]
  private at = 0

  constructor(source: string) {
    this.lexemes = lex(source)
  }

  private peek(): Lexeme {
    return this.lexemes[this.at] ?? { token: 'end', text: '' }
  }

  private next(): Lexeme {
    const lexeme = this.peek()
    this.at++
    return lexeme
  }

  // `in` and `notin` are also valid keys and values.
  private static isWord({ token }: Lexeme): boolean {
    return token === 'identifier' || token === 'in' || token === 'notin'
  }

  parse(): LabelSelector[] {
    const requirements: LabelSelector[] = []
    for (;;) {
      const first = this.peek()
      if (first.token === 'end') return requirements
      if (!Parser.isWord(first) && first.token !== '!') {
        throw new BadSelector(`found '${first.text}', expected: !, identifier, or 'end of string'`)
      }
      requirements.push(this.requirement())
      if (requirements.length > MAX_TERMS) throw new BadSelector(`a selector has at most ${MAX_TERMS} requirements`)
      const { token, text } = this.next()
      if (token === 'end') return requirements
      if (token !== ',') throw new BadSelector(`found '${text}', expected: ',' or 'end of string'`)
      const after = this.peek()
      if (!Parser.isWord(after) && after.token !== '!') {
        throw new BadSelector(`found '${after.text}', expected: identifier after ','`)
      }
    }
  }

  private requirement(): LabelSelector {
    try {
      return this.keyed()
    } catch (error) {
      if (error instanceof BadSelector) error.message = `unable to parse requirement: ${error.message}`
      throw error
    }
  }

  private keyed(): LabelSelector {
    const negated = this.peek().token === '!'
    if (negated) this.next()
    const word = this.next()
    if (!Parser.isWord(word)) throw new BadSelector(`found '${word.text}', expected: identifier`)
    const key = word.text
    const faults = qualifiedName(key)
    if (faults.length > 0) throw new BadSelector(`<nil>: Invalid value: ${quote(key)}: ${faults.join('; ')}`)
    if (negated) return (labels) => labelOf(labels, key) === undefined
    const { token } = this.peek()
    if (token === 'end' || token === ',') return (labels) => labelOf(labels, key) !== undefined
    const operator = this.next()
    if (!OPERATORS.has(operator.token)) {
      throw new BadSelector(`found '${operator.text}', expected: ${[...OPERATORS.values()].join(', ')}`)
    }
    const values = operator.token === 'in' || operator.token === 'notin' ? this.list() : [this.exact()]
    return compare(key, operator.token, values)
  }

  private exact(): string {
    const { token } = this.peek()
    if (token === 'end' || token === ',') return ''
    const word = this.next()
    if (!Parser.isWord(word)) throw new BadSelector(`found '${word.text}', expected: identifier`)
    return word.text
  }

  private list(): string[] {
    const open = this.next()
    if (open.token !== '(') throw new BadSelector(`found '${open.text}' expected: '('`)
    const first = this.peek()
    if (first.token === ')') {
      this.next()
      return ['']
    }
    if (!Parser.isWord(first) && first.token !== ',') {
      throw new BadSelector(`found '${first.text}', expected: ',', ')' or identifier`)
    }
    const values = new Set<string>()
    while (!this.listEnds(values));
    return [...values].sort()
  }

  /**
   * Reads one element and reports whether the list ends. `(,`, `,,` and `,)` contain an empty value, but `,,)` is a fault, as
   * in the real server.
   */
  private listEnds(values: Set<string>): boolean {
    const lexeme = this.next()
    if (Parser.isWord(lexeme)) {
      values.add(lexeme.text)
      const after = this.peek()
      if (after.token !== ',' && after.token !== ')') {
        throw new BadSelector(`found '${after.text}', expected: ',' or ')'`)
      }
    } else if (lexeme.token === ',') {
      const { token } = this.peek()
      if (values.size === 0 || token === ')' || token === ',') values.add('')
      if (token === ',') {
        this.next()
        return false
      }
    } else {
      throw new BadSelector(`found '${lexeme.text}', expected: ',', or identifier`)
    }
    if (this.peek().token !== ')') return false
    this.next()
    return true
  }
}

function compare(key: string, operator: Token, values: readonly string[]): LabelSelector {
  const numeric = operator === '>' || operator === '<'
  const faults: string[] = []
  values.forEach((value, index) => {
    if (numeric && parseInt64(value) === undefined) {
      faults.push(
        `values[${index}]: Invalid value: ${quote(value)}: for 'Gt', 'Lt' operators, the value must be an integer`,
      )
    }
    const bad = labelValue(value)
    if (bad.length > 0) faults.push(`values[${index}][${key}]: Invalid value: ${quote(value)}: ${bad.join('; ')}`)
  })
  if (faults.length > 0) throw new BadSelector(faults.length === 1 ? faults[0] : `[${faults.join(', ')}]`)
  if (numeric) {
    const bound = parseInt64(values[0] ?? '') ?? 0n
    return (labels) => {
      const actual = parseInt64(labelOf(labels, key) ?? '')
      if (actual === undefined) return false
      return operator === '>' ? actual > bound : actual < bound
    }
  }
  const wanted = new Set(values)
  if (operator === 'notin' || operator === '!=') {
    return (labels) => {
      const actual = labelOf(labels, key)
      return actual === undefined || !wanted.has(actual)
    }
  }
  return (labels) => {
    const actual = labelOf(labels, key)
    return actual !== undefined && wanted.has(actual)
  }
}

/**
 * Compiles a `labelSelector` parameter; undefined for an empty one, which matches everything.
 * @throws badRequest() with the parser's text.
 */
export function parseLabelSelector(source: string): LabelSelector | undefined {
  let requirements: LabelSelector[]
  try {
    requirements = new Parser(source).parse()
  } catch (error) {
    throw error instanceof BadSelector ? badRequest(error.message) : error
  }
  if (requirements.length === 0) return undefined
  return (labels) => requirements.every((matches) => matches(labels))
}

/** One term of a field selector, unescaped. */
export interface FieldTerm {
  readonly label: string
  readonly negated: boolean
  readonly value: string
}

/**
 * Splits a `fieldSelector` parameter into its terms: `metadata.name=a,status.phase!=Running`. Commas, equal signs and
 * backslashes inside a value are escaped by a backslash.
 * @throws badRequest() with the parser's text.
 */
export function parseFieldSelector(source: string): readonly FieldTerm[] {
  const terms: FieldTerm[] = []
  // The real server sorts the terms, so the fault of the first one in byte order is reported.
  const given = [...source.matchAll(/(?:\\[^]|[^,\\]|\\$)+/g)].map(([term]) => term)
  for (const term of sortTexts(given)) {
    const split = /^([^]*?)(!=|==|=)([^]*)$/.exec(term)
    if (split === null) throw badRequest(`invalid selector: '${source}'; can't understand '${term}'`)
    const [, label = '', operator = '', value = ''] = split
    // An empty term (`=`) selects everything.
    if (label !== '' || value !== '') terms.push({ label, negated: operator === '!=', value: unescape(value) })
    if (terms.length > MAX_TERMS) throw badRequest(`invalid selector: it has more than ${MAX_TERMS} terms`)
  }
  return terms
}

function unescape(value: string): string {
  let out = ''
  for (let i = 0; i < value.length; i++) {
    const ch = value.charAt(i)
    if (ch === '\\') {
      const escaped = value.charAt(++i)
      if (escaped !== '\\' && escaped !== ',' && escaped !== '=') {
        throw badRequest(`invalid field selector: invalid escape sequence: \\${escaped}`)
      }
      out += escaped
    } else if (ch === '=') {
      throw badRequest(`invalid field selector: unescaped character in value: ${ch.charCodeAt(0)}`)
    } else out += ch
  }
  return out
}
