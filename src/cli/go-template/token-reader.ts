import type { Token, TokenType } from './lexer.ts'
import { tokenText } from './lexer.ts'
import { unquote } from './literals.ts'

/** Reads tokens for a parser and creates its errors, which name the line of the last token. */
export class TokenReader {
  readonly #tokens: readonly Token[]
  #seen = 0
  protected position = 0
  /** The line of the current action; 0 outside actions. */
  protected actionLine = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  #token(at: number): Token {
    const index = Math.min(at, this.#tokens.length - 1)
    this.#seen = index
    return this.#tokens[index] ?? { type: 'end of text', text: '', at: 0, line: 1 }
  }

  protected peek = (): Token => this.#token(this.position)

  protected next = (): Token => this.#token(this.position++)

  protected skipSpace(): void {
    while (this.#tokens[this.position]?.type === 'space') this.position++
  }

  protected peekNonSpace(): Token {
    this.skipSpace()
    return this.peek()
  }

  protected nextNonSpace(): Token {
    this.skipSpace()
    return this.next()
  }

  protected fault(message: string): Error {
    return new Error(`template: output:${this.#tokens[this.#seen]?.line ?? 1}: ${message}`)
  }

  protected unexpected(token: Token, context: string): Error {
    if (token.type !== 'error') return this.fault(`unexpected ${tokenText(token)} in ${context}`)
    const isElsewhere = this.actionLine !== 0 && this.actionLine !== token.line
    const started = ` started at output:${this.actionLine}`
    const extra = token.text.endsWith(' action') ? started : ` in action${started}`
    return this.fault(token.text + (isElsewhere ? extra : ''))
  }

  protected expect(type: TokenType, context: string): void {
    const token = this.nextNonSpace()
    if (token.type !== type) throw this.unexpected(token, context)
  }

  protected unquoted(text: string): string {
    const value = unquote(text)
    if (value === undefined) throw this.fault('invalid syntax')
    return value
  }
}
