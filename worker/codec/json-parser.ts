import { numberOfText } from '../api/numbers.ts'
import { quote } from '../api/go-format.ts'
import { setKey, type Json, type JsonObject } from '../api/json.ts'
import type { RepeatedKey, Spelling } from '../schema/strictness.ts'

/** Malformed JSON. API clients receive the message, which is the same as from Go's scanner. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError'
  /** The index of the faulty byte; undefined when the text ends too early. */
  readonly at: number | undefined
  /** Whether the text ends inside a value. A decoder of a stream then reports an unexpected EOF. */
  readonly isCutOff: boolean

  constructor(message: string, at?: number, isCutOff = false) {
    super(message)
    this.at = at
    this.isCutOff = isCutOff
  }
}

export const MAX_DEPTH = 10_000

const NUMBER_PARTS = /-?(?:0|[1-9]\d*)?(\.\d*)?([eE][+-]?\d*)?/y
const LONE_SURROGATE = /\p{Surrogate}/gu

/**
 * Parses one JSON text. Also reports repeated keys, and the text of numbers that have a point, an exponent or more than 64
 * bits. Slower than `JSON.parse`.
 */
export class JsonParser {
  readonly #text: string
  readonly #duplicates = new Map<JsonObject, RepeatedKey[]>()
  readonly #numbers = new Map<JsonObject | Json[], Map<string | number, string>>()
  #at = 0
  #depth = 0
  #overflow: string | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** Reads the whole text; `spelling` is absent when there is nothing to report. @throws JsonSyntaxError */
  read(): { value: Json; spelling?: Spelling } {
    const value = this.#value(undefined, 0)
    this.#skipSpace()
    if (!this.#isAtEnd()) throw this.#unexpected('after top-level value')
    if (this.#duplicates.size === 0 && this.#numbers.size === 0 && this.#overflow === undefined) return { value }
    return { value, spelling: { duplicates: this.#duplicates, numbers: this.#numbers, overflow: this.#overflow } }
  }

  #value(holder: JsonObject | Json[] | undefined, key: string | number): Json {
    this.#skipSpace()
    const character = this.#text[this.#at]
    switch (character) {
      case '{':
        return this.#object()
      case '[':
        return this.#list()
      case '"':
        return this.#string()
      case 't':
        return this.#literal('true', true)
      case 'f':
        return this.#literal('false', false)
      case 'n':
        return this.#literal('null', null)
      default:
        if (character !== undefined && /[-\d]/.test(character)) return this.#number(holder, key)
        throw this.#unexpected('looking for beginning of value')
    }
  }

  #object(): JsonObject {
    const object: JsonObject = {}
    let distinct = 0
    this.#enter()
    this.#skipSpace()
    if (this.#text[this.#at] === '}') return this.#leave(object)
    for (;;) {
      this.#skipSpace()
      if (this.#text[this.#at] !== '"') throw this.#unexpected('looking for beginning of object key string')
      const key = this.#string()
      this.#skipSpace()
      if (this.#text[this.#at] !== ':') throw this.#unexpected('after object key')
      this.#at += 1
      if (Object.hasOwn(object, key)) this.#repeat(object, key, distinct)
      else distinct += 1
      const value = this.#value(object, key)
      setKey(object, key, value)
      this.#skipSpace()
      const next = this.#text[this.#at]
      if (next === '}') return this.#leave(object)
      if (next !== ',') throw this.#unexpected('after object key:value pair')
      this.#at += 1
    }
  }

  /** Keeps the value that a repetition of its key replaces, with the text of a number. */
  #repeat(object: JsonObject, key: string, after: number): void {
    const earlier = object[key] ?? null
    const repeated = this.#duplicates.get(object) ?? []
    repeated.push({ key, after, earlier, spelled: this.#numbers.get(object)?.get(key) })
    this.#duplicates.set(object, repeated)
    this.#numbers.get(object)?.delete(key)
  }

  #list(): Json[] {
    const list: Json[] = []
    this.#enter()
    this.#skipSpace()
    if (this.#text[this.#at] === ']') return this.#leave(list)
    for (;;) {
      list.push(this.#value(list, list.length))
      this.#skipSpace()
      const next = this.#text[this.#at]
      if (next === ']') return this.#leave(list)
      if (next !== ',') throw this.#unexpected('after array element')
      this.#at += 1
    }
  }

  #enter(): void {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw this.#unexpected('exceeded max depth')
    this.#at += 1
  }

  #leave<T>(value: T): T {
    this.#at += 1
    this.#depth -= 1
    return value
  }

  #string(): string {
    const text = this.#text
    const start = this.#at
    let escaped = false
    for (let i = start + 1; ; i++) {
      this.#at = i
      const code = text.charCodeAt(i)
      if (code === 0x22) break
      if (Number.isNaN(code) || code < 0x20) throw this.#unexpected('in string literal')
      if (code !== 0x5c) continue
      escaped = true
      i += this.#escape(i + 1)
    }
    this.#at += 1
    if (!escaped) return text.slice(start + 1, this.#at - 1)
    const value: string = JSON.parse(text.slice(start, this.#at))
    return value.replace(LONE_SURROGATE, '\ufffd')
  }

  /** The length of the escape after a backslash. */
  #escape(at: number): number {
    this.#at = at
    const character = this.#text[at] ?? ''
    if (character !== '' && '"\\/bfnrt'.includes(character)) return 1
    if (character !== 'u') throw this.#unfinished('in string escape code')
    for (let i = 1; i <= 4; i++) {
      this.#at = at + i
      if (!/^[\da-fA-F]$/.test(this.#text[at + i] ?? '')) throw this.#unfinished('in \\u hexadecimal character escape')
    }
    return 5
  }

  #literal<T>(word: string, value: T): T {
    for (let i = 1; i < word.length; i++) {
      this.#at += 1
      if (this.#text[this.#at] !== word[i]) throw this.#unfinished(`in literal ${word} (expecting '${word[i]}')`)
    }
    this.#at += 1
    return value
  }

  #number(holder: JsonObject | Json[] | undefined, key: string | number): number | bigint {
    NUMBER_PARTS.lastIndex = this.#at
    const [token = '', fraction, exponent] = NUMBER_PARTS.exec(this.#text) ?? []
    this.#at += token.length
    // After a sign without digits the pattern may match too much, but the error is at the character after the sign.
    if (!/^-?\d/.test(token)) {
      this.#at -= token.length - 1
      throw this.#unfinished('in numeric literal')
    }
    if (fraction === '.') {
      this.#at -= exponent?.length ?? 0
      throw this.#unfinished('after decimal point in numeric literal')
    }
    if (exponent !== undefined && !/\d$/.test(exponent)) throw this.#unfinished('in exponent of numeric literal')
    const number = numberOfText(token)
    if (fraction === undefined && exponent === undefined) {
      // The integer -0 is 0; only the float -0.0 has a sign.
      if (Number.isSafeInteger(number)) return number === 0 ? 0 : number
      const integer = BigInt(token)
      if (BigInt.asIntN(64, integer) === integer) return integer
    }
    if (!Number.isFinite(number)) this.#overflow ??= token
    if (holder !== undefined) {
      const spelled = this.#numbers.get(holder) ?? new Map<string | number, string>()
      this.#numbers.set(holder, spelled.set(key, token))
    }
    return number
  }

  #skipSpace(): void {
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
    }
  }

  #isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** The fault inside a literal, a number or an escape. Go's scanner reads a space after the text, which is a fault there. */
  #unfinished(where: string): JsonSyntaxError {
    return this.#isAtEnd()
      ? new JsonSyntaxError(`invalid character ' ' ${where}`, undefined, true)
      : this.#unexpected(where)
  }

  #unexpected(where: string): JsonSyntaxError {
    if (this.#isAtEnd()) return new JsonSyntaxError('unexpected end of JSON input', undefined, true)
    return new JsonSyntaxError(`invalid character ${quoteByte(this.#text, this.#at)} ${where}`, this.#at)
  }
}

/**
 * Go's scanner prints a byte as a Latin-1 character. For malformed text beyond ASCII, `readJsonBody` therefore parses again,
 * with one character for each byte.
 */
function quoteByte(text: string, at: number): string {
  const character = text[at] ?? ''
  if (character === "'") return "'\\''"
  if (character === '"') return `'"'`
  return `'${quote(character).slice(1, -1)}'`
}
