import { isStrictIp } from './address-formats.ts'

/** The characters of an atom (RFC 5322, 3.2.3), with those beyond ASCII, and the dots between atoms. */
const DOT_ATOM = /[^\0- ()<>[\]:;@\\,"\x7f]+/y
const QUOTED = /"((?:[\t !#-[\]-~\u0080-\uffff]|\\[\t -~\u0080-\uffff])*)"/y
const LITERAL = /\[([^\0- \x7f[\]\\]*)\]/y
const SPACE = /[ \t]*/y

/** An encoded word (RFC 2047, 2) whose text can be decoded. */
const ENCODED_WORD =
  /^=\?([^?]+)\?(?:b\?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|q\?(?:=[0-9a-f]{2}|[!-<>@-~])*)\?=$/i
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'iso-8859-1', 'us-ascii'])

/** Whether Go's `mail.ParseAddress` accepts a text: one address, perhaps with a display name, comments or a group around it. */
export function isMailAddress(text: string): boolean {
  const reader = new AddressReader(text)
  return reader.address(true) === 1 && reader.comments() && reader.isAtEnd
}

class AddressReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  /** Reads an address, or a group. Returns the number of addresses; undefined for a malformed one. */
  address(mayBeGroup: boolean): number | undefined {
    if (this.#addrSpec()) {
      this.#take(SPACE)
      return this.#next() !== '(' || this.#comment() ? 1 : undefined
    }
    this.#take(SPACE)
    if (this.#next() !== '<' && !this.#phrase()) return undefined
    this.#take(SPACE)
    if (mayBeGroup && this.#skip(':')) return this.#group()
    return this.#skip('<') && this.#addrSpec() && this.#skip('>') ? 1 : undefined
  }

  /** Reads space and comments. Returns false for a comment that does not end. */
  comments(): boolean {
    this.#take(SPACE)
    while (this.#next() === '(') {
      if (!this.#comment()) return false
      this.#take(SPACE)
    }
    return true
  }

  #group(): number | undefined {
    this.#take(SPACE)
    if (this.#skip(';')) return this.comments() ? 0 : undefined
    for (let found = 0; ;) {
      const more = this.address(false)
      if (more === undefined || !this.comments()) return undefined
      found += more
      if (this.#skip(';')) return this.comments() ? found : undefined
      if (!this.#skip(',')) return undefined
    }
  }

  /** Reads a local part, `@` and a domain. Returns false, and reads nothing, without them. */
  #addrSpec(): boolean {
    const start = this.#at
    this.#take(SPACE)
    const local = this.#next() === '"' ? (this.#take(QUOTED)?.[1] ?? '') !== '' : this.#atoms()
    if (local && this.#skip('@') && this.#domain()) return true
    this.#at = start
    return false
  }

  #domain(): boolean {
    this.#take(SPACE)
    if (this.#next() !== '[') return this.#atoms()
    const literal = this.#take(LITERAL)?.[1]
    return literal !== undefined && isStrictIp(literal)
  }

  #atoms(): boolean {
    const atoms = this.#take(DOT_ATOM)?.[0].split('.')
    return atoms?.every((atom) => atom !== '') ?? false
  }

  /** Reads the words of a display name. Returns false without a word. */
  #phrase(): boolean {
    for (let words = 0; ; words++) {
      if (words > 0 && !this.comments()) return false
      this.#take(SPACE)
      const word = this.#next() === '"' ? this.#take(QUOTED)?.[0] : this.#take(DOT_ATOM)?.[0]
      if (word === undefined || isUnreadable(word)) return words > 0
    }
  }

  #comment(): boolean {
    let depth = 0
    do {
      const character = this.#next()
      if (character === undefined) return false
      if (character === '(') depth++
      if (character === ')') depth--
      this.#at += character === '\\' && this.#at + 1 < this.#text.length ? 2 : 1
    } while (depth > 0)
    return true
  }

  #next(): string | undefined {
    return this.#text[this.#at]
  }

  #skip(character: string): boolean {
    if (this.#next() !== character) return false
    this.#at++
    return true
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return undefined
    this.#at = pattern.lastIndex
    return match
  }
}

/** Whether a word is encoded in a character set that Go does not decode. */
function isUnreadable(word: string): boolean {
  const charset = ENCODED_WORD.exec(word)?.[1]
  return charset !== undefined && !CHARSETS.has(charset.toLowerCase())
}
