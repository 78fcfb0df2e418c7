import { scanBlockScalar, scanPlainScalar, scanQuotedScalar } from './scalar-scanner.ts'
import { isBlankOrEnd, isBreak, isEnd, YamlSource } from './source.ts'
import { scanAnchor, scanDirective, scanTag } from './tag-scanner.ts'
import { newToken, type SimpleKey, type Token, type TokenType } from './token.ts'

/** The deepest nesting of blocks and of brackets. The real server has the same bounds. */
const MAX_DEPTH = 10_000
/** Maximum number of characters from the beginning of a key to its colon. */
const MAX_KEY = 1024

const indicators: ReadonlyMap<string, (scanner: YamlScanner) => void> = new Map([
  ['[', (scanner) => scanner.openFlow('flow-sequence-start')],
  ['{', (scanner) => scanner.openFlow('flow-mapping-start')],
  [']', (scanner) => scanner.closeFlow('flow-sequence-end')],
  ['}', (scanner) => scanner.closeFlow('flow-mapping-end')],
  [',', (scanner) => scanner.flowEntry()],
  ['*', (scanner) => scanner.unbrokenNode((source) => scanAnchor(source, 'alias'))],
  ['&', (scanner) => scanner.unbrokenNode((source) => scanAnchor(source, 'anchor'))],
  ['!', (scanner) => scanner.unbrokenNode(scanTag)],
  ["'", (scanner) => scanner.unbrokenNode(scanQuotedScalar)],
  ['"', (scanner) => scanner.unbrokenNode(scanQuotedScalar)],
])

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** No plain scalar begins with one of these, but `-`, `?` and `:` may begin one when another character follows. */
const RESERVED = new Set('\t-?:,[]{}#&*!|>\'"%@`')

/**
 * Turns the text into tokens, one at a time and in linear time. It is the scanner of libyaml, with the errors of the real
 * server's reader. A token that may be a key is held back until the scanner has seen whether a colon follows.
 */
export class YamlScanner {
  readonly #source: YamlSource
  readonly #tokens: Token[] = []
  /** Tokens that `next` has removed. */
  #taken = 0
  #indent = -1
  readonly #indents: number[] = []
  #flowLevel = 0
  #keyAllowed = true
  /** The possible key of each flow level; the first entry belongs to the enclosing block. */
  readonly #keys: (SimpleKey | undefined)[] = [undefined]

  constructor(text: string) {
    this.#source = new YamlSource(text)
  }

  /** Returns the next token without removing it. @throws YamlError */
  peek(): Token {
    this.#fetch()
    const token = this.#tokens[0]
    if (token === undefined) throw new Error('the text has no further tokens')
    return token
  }

  skip(): void {
    this.#tokens.shift()
    this.#taken += 1
  }

  /** Fetches tokens until the first waiting token cannot become a key any more. */
  #fetch(): void {
    for (;;) {
      const first = this.#tokens[0]
      if (first !== undefined && (first.key === undefined || this.#validKey(first.key.flowLevel) === undefined)) return
      this.#fetchNext()
    }
  }

  #fetchNext(): void {
    const source = this.#source
    this.#skipToToken()
    this.#closeBlocks(source.column)
    const code = source.code()
    if (isEnd(code)) return this.#endStream()
    const character = source.text[source.at] ?? ''
    if (source.column === 0 && character === '%') return this.#directive()
    if (source.atDocumentMark()) return this.#documentMark(character === '-' ? 'document-start' : 'document-end')
    const indicate = indicators.get(character)
    if (indicate !== undefined) return indicate(this)
    const alone = isBlankOrEnd(source.code(1))
    const inFlow = this.#flowLevel > 0
    if (character === '-' && alone) return this.#blockEntry()
    if (character === '?' && (inFlow || alone)) return this.#key()
    if (character === ':' && (inFlow || alone)) return this.#value()
    if ((character === '|' || character === '>') && !inFlow) return this.#blockScalar()
    if (!RESERVED.has(character) || character === '-' || character === '?' || character === ':') return this.#plain()
    throw source.fault('found character that cannot start any token')
  }

  #skipToToken(): void {
    const source = this.#source
    for (;;) {
      // A tab cannot indent a key of a block.
      if (this.#flowLevel > 0 || !this.#keyAllowed) source.blanks()
      else while (source.code() === 0x20) source.skip()
      if (source.code() === 0x23) source.skipComment()
      if (!isBreak(source.code())) return
      source.readBreak()
      if (this.#flowLevel === 0) this.#keyAllowed = true
    }
  }

  #push(type: TokenType): void {
    this.#tokens.push(newToken(type, { line: this.#source.line }))
  }

  /** Adds a token of `count` characters. */
  #pushCharacters(type: TokenType, count = 1, key?: SimpleKey): void {
    const token = newToken(type, { line: this.#source.line })
    token.key = key
    this.#tokens.push(token)
    this.#source.skip(count)
  }

  /** The possible key of the level, if there is one. Removes a key whose line has ended or that is too long. */
  #validKey(level: number): SimpleKey | undefined {
    const key = this.#keys[level]
    if (key === undefined) return undefined
    if (key.line === this.#source.line && this.#distance(key) <= MAX_KEY) return key
    this.#removeKey(level)
    return undefined
  }

  /** Characters since the beginning of the key; 0 while they are certainly within `MAX_KEY`. */
  #distance(key: SimpleKey): number {
    const { at, text } = this.#source
    if (at - key.at <= MAX_KEY) return 0
    for (; key.countedTo < at; key.countedTo++) if (isLowSurrogate(text.charCodeAt(key.countedTo))) key.pairs += 1
    return at - key.at - key.pairs
  }

  /** Records that the next token may be a key. */
  #saveKey(): SimpleKey | undefined {
    if (!this.#keyAllowed) return undefined
    const { at, line, column } = this.#source
    const flowLevel = this.#flowLevel
    const required = flowLevel === 0 && this.#indent === column
    this.#removeKey(flowLevel)
    const token = this.#taken + this.#tokens.length
    return (this.#keys[flowLevel] = { at, line, column, required, token, flowLevel, pairs: 0, countedTo: at })
  }

  #removeKey(level: number): void {
    const key = this.#keys[level]
    if (key === undefined) return
    if (key.required) throw this.#source.fault("could not find expected ':'")
    this.#forgetKey(key)
  }

  #forgetKey({ flowLevel, token }: SimpleKey): void {
    this.#keys[flowLevel] = undefined
    const held = this.#tokens[token - this.#taken]
    if (held !== undefined) held.key = undefined
  }

  /** Begins a block collection before `key` or the next token, when `column` is right of the current indentation. */
  #openBlock(type: TokenType, { line, column }: { line: number; column: number }, key?: SimpleKey): void {
    if (this.#flowLevel > 0 || this.#indent >= column) return
    this.#indents.push(this.#indent)
    this.#indent = column
    if (this.#indents.length > MAX_DEPTH) throw this.#tooDeep()
    const at = key === undefined ? this.#tokens.length : key.token - this.#taken
    this.#tokens.splice(at, 0, newToken(type, { line }))
  }

  #closeBlocks(column: number): void {
    if (this.#flowLevel > 0) return
    while (this.#indent > column) {
      this.#push('block-end')
      this.#indent = this.#indents.pop() ?? -1
    }
  }

  #tooDeep(): Error {
    return this.#source.fault(`exceeded max depth of ${MAX_DEPTH}`)
  }

  #endStream(): void {
    const source = this.#source
    if (source.column !== 0) {
      source.column = 0
      source.line += 1
    }
    this.#endBlocks()
    this.#push('stream-end')
  }

  #endBlocks(): void {
    this.#closeBlocks(-1)
    this.#removeKey(this.#flowLevel)
    this.#keyAllowed = false
  }

  #directive(): void {
    this.#endBlocks()
    this.#tokens.push(scanDirective(this.#source))
  }

  #documentMark(type: TokenType): void {
    this.#endBlocks()
    this.#pushCharacters(type, 3)
  }

  openFlow(type: TokenType): void {
    const key = this.#saveKey()
    this.#flowLevel += 1
    this.#keys.push(undefined)
    if (this.#flowLevel > MAX_DEPTH) throw this.#tooDeep()
    this.#keyAllowed = true
    this.#pushCharacters(type, 1, key)
  }

  closeFlow(type: TokenType): void {
    this.#removeKey(this.#flowLevel)
    if (this.#flowLevel > 0) {
      this.#flowLevel -= 1
      this.#keys.pop()
    }
    this.#keyAllowed = false
    this.#pushCharacters(type)
  }

  flowEntry(): void {
    this.#removeKey(this.#flowLevel)
    this.#keyAllowed = true
    this.#pushCharacters('flow-entry')
  }

  /** An entry, a key or a value of a block, which may begin a collection. */
  #beginBlock(type: TokenType, refusal: string): void {
    if (this.#flowLevel > 0) return
    if (!this.#keyAllowed) throw this.#source.fault(`${refusal} are not allowed in this context`)
    this.#openBlock(type, this.#source)
  }

  #blockEntry(): void {
    this.#beginBlock('block-sequence-start', 'block sequence entries')
    this.#removeKey(this.#flowLevel)
    this.#keyAllowed = true
    this.#pushCharacters('block-entry')
  }

  #key(): void {
    this.#beginBlock('block-mapping-start', 'mapping keys')
    this.#removeKey(this.#flowLevel)
    this.#keyAllowed = this.#flowLevel === 0
    this.#pushCharacters('key')
  }

  #value(): void {
    const key = this.#validKey(this.#flowLevel)
    if (key === undefined) {
      this.#beginBlock('block-mapping-start', 'mapping values')
      this.#keyAllowed = this.#flowLevel === 0
    } else {
      this.#forgetKey(key)
      this.#tokens.splice(key.token - this.#taken, 0, newToken('key', { line: key.line }))
      this.#openBlock('block-mapping-start', key, key)
      this.#keyAllowed = false
    }
    this.#pushCharacters('value')
  }

  /** An alias, an anchor, a tag or a quoted scalar. It may be a key, and no other key may begin directly after it. */
  unbrokenNode(scan: (source: YamlSource) => Token): void {
    const key = this.#saveKey()
    this.#keyAllowed = false
    this.#pushNode(scan(this.#source), key)
  }

  #blockScalar(): void {
    this.#removeKey(this.#flowLevel)
    this.#keyAllowed = true
    this.#tokens.push(scanBlockScalar(this.#source, this.#indent))
  }

  #plain(): void {
    const key = this.#saveKey()
    const { token, broke } = scanPlainScalar(this.#source, this.#indent, this.#flowLevel > 0)
    this.#keyAllowed = broke
    this.#pushNode(token, key)
  }

  #pushNode(token: Token, key: SimpleKey | undefined): void {
    token.key = key
    this.#tokens.push(token)
  }
}
