import type { Fault } from './faults.ts'
import { syntaxError } from './faults.ts'
import type { Token } from './lexer.ts'
import { TOKENS, blanksOf, shownText } from './lexer.ts'

/** The kinds of tokens that may follow. `more`: the rule may end here, so the tokens of its caller may follow too. */
export interface Following {
  readonly kinds: readonly string[]
  readonly more?: boolean
}

/** Thrown to abandon the current rule. The calling rule continues at the next token that can follow. */
class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

function quoted(kind: string): string {
  if (kind === 'EOF') return '<EOF>'
  return /^[A-Z_]+$/.test(kind) ? kind : `'${kind}'`
}

function expecting(kinds: readonly string[]): string {
  const sorted = [...kinds].sort((a, b) => TOKENS.indexOf(a) - TOKENS.indexOf(b))
  return sorted.length === 1 ? quoted(sorted[0] ?? '') : `{${sorted.map(quoted).join(', ')}}`
}

/** After this number of recoveries, the parser skips the rest of the text. */
const MAX_RECOVERIES = 30

/**
 * Reads tokens like the generated parser of the real server, so a malformed expression gives the same messages. An extra token
 * is dropped if the next one fits. A missing token is inserted if the current one fits after it. Otherwise the rule is
 * abandoned, and tokens are skipped until one of the open rules can continue.
 */
export class TokenReader {
  readonly #source: string
  readonly #tokens: readonly Token[]
  readonly #faults: Fault[]
  readonly #open: Following[] = []
  #position = 0
  #isRecovering = false
  #recoveries = 0
  #lastFailure = ''

  constructor(source: string, tokens: readonly Token[], faults: Fault[]) {
    this.#source = source
    this.#tokens = tokens
    this.#faults = faults
  }

  /** The token `ahead` of the current one. */
  peek(ahead = 0): Token {
    const token = this.#tokens[this.#position + ahead] ?? this.#tokens.at(-1)
    if (token === undefined) throw new Error('tokenize() ends a list with EOF')
    return token
  }

  sees(kind: string, ahead = 0): boolean {
    return this.peek(ahead).kind === kind
  }

  /** Consumes the current token, which must fit. */
  take(): Token {
    const token = this.peek()
    if (this.#position < this.#tokens.length - 1) this.#position += 1
    this.#isRecovering = false
    return token
  }

  /** Opens a rule; `following` can come after it. */
  enter(following: Following): void {
    this.#open.push(following)
  }

  leave(): void {
    this.#open.pop()
  }

  /** Consumes a token of this kind; `following` can come after it. Undefined for a missing token. */
  match(kind: string, following: Following): Token | undefined {
    if (this.sees(kind)) return this.take()
    if (this.#dropUnwanted([kind])) return this.take()
    if (this.#inContext(following).has(this.peek().kind)) {
      this.#report(`missing ${quoted(kind)} at '${shownText(this.peek().text)}'`)
      this.#isRecovering = true
      return undefined
    }
    throw this.#mismatch([kind])
  }

  /** Called before a choice between alternatives. The current token must be of one of `kinds`. */
  expect(kinds: readonly string[]): void {
    if (!kinds.includes(this.peek().kind) && !this.#dropUnwanted(kinds)) throw this.#mismatch(kinds)
  }

  /**
   * Called inside a loop. The current token must be of one of `kinds`, which start another round or end the loop. Any other
   * token is reported, and tokens are skipped up to one of `kinds` or a token with which an open rule can continue.
   */
  continueLoop(kinds: readonly string[]): void {
    if (kinds.includes(this.peek().kind)) return
    this.#report(`extraneous input '${shownText(this.peek().text)}' expecting ${expecting(kinds)}`)
    this.#skipTo(new Set([...kinds, ...this.#open.flatMap((following) => following.kinds)]))
    if (!kinds.includes(this.peek().kind)) throw new Unreadable()
  }

  /** The fault that no alternative fits the tokens up to `ahead`. */
  noAlternative(ahead: number): Error {
    const token = this.peek(ahead)
    const text = shownText(this.#textUpTo(ahead))
    const word = /^.(true|false|null)$/.exec(text)?.[1]
    const message = `no viable alternative at input '${text}'`
    this.#report(word === undefined ? message : `mismatched input '${word}' expecting IDENTIFIER`, token.offset)
    return new Unreadable()
  }

  /** The text from the current token to the one `ahead`, without the characters that the lexer has skipped. */
  #textUpTo(ahead: number): string {
    let text = ''
    let end = this.peek().offset
    for (let each = 0; each <= ahead; each += 1) {
      const token = this.peek(each)
      const own = token.kind === 'EOF' ? '' : token.text
      text += blanksOf(this.#source.slice(end, token.offset)) + own
      end = token.offset + own.length
    }
    return text
  }

  #dropUnwanted(kinds: readonly string[]): boolean {
    if (!kinds.includes(this.peek(1).kind) || this.sees('EOF')) return false
    this.#report(`extraneous input '${shownText(this.peek().text)}' expecting ${expecting(kinds)}`)
    this.#position += 1
    return true
  }

  #mismatch(kinds: readonly string[]): Error {
    this.#report(`mismatched input '${shownText(this.peek().text)}' expecting ${expecting(kinds)}`)
    return new Unreadable()
  }

  #report(message: string, offset = this.peek().offset): void {
    if (!this.#isRecovering) this.#faults.push({ offset, message: syntaxError(message) })
    this.#isRecovering = true
  }

  #inContext(following: Following): ReadonlySet<string> {
    const kinds = new Set(following.kinds)
    let { more } = following
    for (let i = this.#open.length - 1; more && i >= 0; i--) {
      for (const kind of this.#open[i]?.kinds ?? []) kinds.add(kind)
      more = this.#open[i]?.more
    }
    return kinds
  }

  /** Continues after an abandoned rule. Any other error is thrown again. */
  recover(name: string, error: unknown): void {
    if (!(error instanceof Unreadable)) throw error
    this.#isRecovering = true
    this.#recoveries += 1
    if (this.#recoveries > MAX_RECOVERIES) this.#position = this.#tokens.length - 1
    const failure = `${name} ${this.#position}`
    if (failure === this.#lastFailure && !this.sees('EOF')) this.#position += 1
    this.#lastFailure = failure
    this.#skipTo(new Set(this.#open.flatMap(({ kinds }) => kinds)))
  }

  #skipTo(stops: ReadonlySet<string>): void {
    while (!this.sees('EOF') && !stops.has(this.peek().kind)) this.#position += 1
  }
}
