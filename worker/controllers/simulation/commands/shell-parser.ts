/*
 * The part of the shell's language that the model of commands understands: lists, `&&`, `||`, `while`, `until`, `for`, `if`,
 * groups, assignments, redirections of the output, quotes, `$name`, `$(list)` and `$((arithmetic))`. Everything else is
 * refused, so that the model never guesses.
 */

/** A part of a word: literal text, or something that is expanded. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly isQuoted: boolean }
  | { readonly kind: 'substitution'; readonly list: List; readonly isQuoted: boolean }
  | { readonly kind: 'arithmetic'; readonly text: string }

export interface Word {
  readonly parts: readonly Part[]
  /** Whether the word has quotes: a quoted empty word is a word. */
  readonly isQuoted: boolean
}

export interface Redirection {
  readonly target: Word
  readonly appends: boolean
}

export type Command =
  | {
      readonly kind: 'simple'
      readonly assignments: readonly { readonly name: string; readonly value: Word }[]
      readonly words: readonly Word[]
      readonly output: Redirection | undefined
    }
  | { readonly kind: 'while'; readonly test: List; readonly isUntil: boolean; readonly body: List }
  | { readonly kind: 'for'; readonly name: string; readonly items: readonly Word[]; readonly body: List }
  | { readonly kind: 'if'; readonly test: List; readonly chosen: List; readonly otherwise: List | undefined }
  | { readonly kind: 'group'; readonly body: List }

interface Member {
  /** The condition on the status of the member before. */
  readonly when: 'always' | 'succeeded' | 'failed'
  readonly command: Command
}

export type List = readonly Member[]

/** Thrown for a script or a program that the model does not understand. */
export class NotModelled extends Error {}

const CONDITIONS: ReadonlyMap<string, Member['when']> = new Map([
  ['&&', 'succeeded'],
  ['||', 'failed'],
])
const NAME = /^[A-Za-z_]\w*/
const BLANK = /^(?:[ \t]|\\\n)+/
const PLAIN = /^[^\s;&|<>()"'`$\\#]+/
const ENDS: readonly string[] = ['done', 'do', 'then', 'else', 'fi', 'elif', '}', ')']
/** The maximum length of a script in characters. */
const LONGEST = 20_000
/** The maximum depth of nested lists. */
const DEEPEST = 50

/**
 * The commands of a script.
 * @throws NotModelled for a script that the model does not understand
 */
export function parseScript(text: string): List {
  if (text.length > LONGEST) throw new NotModelled('long')
  const parser = new Parser(text)
  const list = parser.list()
  parser.expectEnd()
  return list
}

class Parser {
  #rest: string
  #depth = 0

  constructor(text: string) {
    this.#rest = text
  }

  expectEnd(): void {
    if (this.#rest !== '') throw new NotModelled(this.#rest)
  }

  list(): List {
    if (++this.#depth > DEEPEST) throw new NotModelled('deep')
    const members: Member[] = []
    let when: Member['when'] = 'always'
    for (;;) {
      this.#skipBreaks(when === 'always')
      if (this.#rest === '' || ENDS.some((word) => this.#atWord(word))) break
      members.push({ when, command: this.#command() })
      this.#skipBlanks()
      const [, operator = ''] = /^(&&|\|\||;(?!;)|\n|$|(?=[)}]))/.exec(this.#rest) ?? [undefined, '?']
      if (operator === '?') throw new NotModelled(this.#rest)
      this.#rest = this.#rest.slice(operator.length)
      when = CONDITIONS.get(operator) ?? 'always'
    }
    if (when !== 'always') throw new NotModelled('an operator at the end')
    this.#depth--
    return members
  }

  #command(): Command {
    if (this.#take('while')) return this.#loop(false)
    if (this.#take('until')) return this.#loop(true)
    if (this.#take('for')) return this.#for()
    if (this.#take('if')) return this.#if(1)
    if (this.#take('{')) return { kind: 'group', body: this.#until('}') }
    if (/^[([]\(/.test(this.#rest) || this.#rest.startsWith('[[')) throw new NotModelled(this.#rest)
    return this.#simple()
  }

  #loop(isUntil: boolean): Command {
    const test = this.#until('do')
    return { kind: 'while', isUntil, test, body: this.#until('done') }
  }

  #for(): Command {
    this.#skipBlanks()
    const name = NAME.exec(this.#rest)?.[0]
    if (name === undefined) throw new NotModelled('for')
    this.#rest = this.#rest.slice(name.length)
    this.#skipBlanks()
    if (!this.#take('in')) throw new NotModelled('for')
    const items: Word[] = []
    for (let word = this.#word(); word !== undefined; word = this.#word()) items.push(word)
    this.#skipBreaks(true)
    if (!this.#take('do')) throw new NotModelled('for')
    return { kind: 'for', name, items, body: this.#until('done') }
  }

  /** @param branch the number of this branch: 1 for `if`, 2 for the first `elif` */
  #if(branch: number): Command {
    if (branch > DEEPEST) throw new NotModelled('deep')
    const test = this.#until('then')
    const chosen = this.list()
    if (this.#take('fi')) return { kind: 'if', test, chosen, otherwise: undefined }
    if (this.#take('elif'))
      return { kind: 'if', test, chosen, otherwise: [{ when: 'always', command: this.#if(branch + 1) }] }
    if (!this.#take('else')) throw new NotModelled('if')
    return { kind: 'if', test, chosen, otherwise: this.#until('fi') }
  }

  #until(end: string): List {
    const body = this.list()
    if (!this.#take(end)) throw new NotModelled(end)
    return body
  }

  #simple(): Command {
    const assignments: { name: string; value: Word }[] = []
    const words: Word[] = []
    let output: Redirection | undefined
    for (;;) {
      this.#skipBlanks()
      const [arrow = '', sign = ''] = /^(?:1?(>>?)|2>&1|2>\s*\/dev\/null)(?!&)/.exec(this.#rest) ?? []
      if (arrow !== '') {
        this.#rest = this.#rest.slice(arrow.length)
        if (sign === '') continue
        const target = this.#word()
        if (target === undefined || output !== undefined) throw new NotModelled('>')
        output = { target, appends: sign === '>>' }
        continue
      }
      const [head = '', name = ''] = (words.length === 0 && /^([A-Za-z_]\w*)=/.exec(this.#rest)) || []
      if (head !== '') {
        this.#rest = this.#rest.slice(head.length)
        assignments.push({ name, value: this.#word(false) ?? { parts: [], isQuoted: true } })
        continue
      }
      const word = this.#word()
      if (word === undefined) break
      words.push(word)
    }
    if (words.length === 0 && assignments.length === 0) throw new NotModelled(this.#rest)
    return { kind: 'simple', assignments, words, output }
  }

  /** The next word; undefined at an operator or a line break. */
  #word(skips = true): Word | undefined {
    if (skips) this.#skipBlanks()
    const parts: Part[] = []
    let isQuoted = false
    for (;;) {
      const [plain] = PLAIN.exec(this.#rest) ?? []
      const first = this.#rest.charAt(0)
      if (plain !== undefined) {
        parts.push({ kind: 'text', text: plain })
        this.#rest = this.#rest.slice(plain.length)
      } else if (first === "'") {
        isQuoted = true
        parts.push({ kind: 'text', text: this.#literal() })
      } else if (first === '"') {
        isQuoted = true
        this.#quoted(parts)
      } else if (first === '\\') {
        parts.push({ kind: 'text', text: this.#rest.charAt(1) })
        this.#rest = this.#rest.slice(2)
      } else if (first === '$') parts.push(this.#expansion(false))
      else if (first === '#' && (parts.length > 0 || isQuoted)) {
        parts.push({ kind: 'text', text: '#' })
        this.#rest = this.#rest.slice(1)
      } else break
    }
    return parts.length === 0 && !isQuoted ? undefined : { parts, isQuoted }
  }

  #literal(): string {
    const end = this.#rest.indexOf("'", 1)
    if (end < 0) throw new NotModelled("'")
    const text = this.#rest.slice(1, end)
    this.#rest = this.#rest.slice(end + 1)
    return text
  }

  #quoted(parts: Part[]): void {
    this.#rest = this.#rest.slice(1)
    for (;;) {
      const [plain = ''] = /^[^"\\$`]+/.exec(this.#rest) ?? []
      if (plain !== '') parts.push({ kind: 'text', text: plain })
      this.#rest = this.#rest.slice(plain.length)
      const first = this.#rest.charAt(0)
      if (first === '"') break
      if (first === '$') parts.push(this.#expansion(true))
      else if (first === '\\') {
        parts.push({ kind: 'text', text: quotedCharacter(this.#rest.charAt(1)) })
        this.#rest = this.#rest.slice(2)
      } else throw new NotModelled('"')
    }
    this.#rest = this.#rest.slice(1)
  }

  #expansion(isQuoted: boolean): Part {
    const [arithmetic, inner] = /^\$\(\(([^()]*)\)\)/.exec(this.#rest) ?? []
    if (arithmetic !== undefined && inner !== undefined) {
      this.#rest = this.#rest.slice(arithmetic.length)
      return { kind: 'arithmetic', text: inner }
    }
    if (this.#rest.startsWith('$(') && !this.#rest.startsWith('$((')) {
      this.#rest = this.#rest.slice(2)
      return { kind: 'substitution', list: this.#until(')'), isQuoted }
    }
    const [all, braced, bare] = /^\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*|[?#]))/.exec(this.#rest) ?? []
    if (all === undefined) {
      if (!/^\$(?:[\s"]|$)/.test(this.#rest)) throw new NotModelled(this.#rest)
      this.#rest = this.#rest.slice(1)
      return { kind: 'text', text: '$' }
    }
    this.#rest = this.#rest.slice(all.length)
    return { kind: 'variable', name: braced ?? bare ?? '', isQuoted }
  }

  #skipBlanks(): void {
    this.#rest = this.#rest.replace(BLANK, '')
    if (this.#rest.startsWith('#')) this.#rest = this.#rest.replace(/^#[^\n]*/, '')
  }

  /**
   * Skips blanks, comments and line breaks.
   * @param skipsSemicolons whether to skip `;` too, the end of an empty command
   */
  #skipBreaks(skipsSemicolons: boolean): void {
    for (;;) {
      this.#skipBlanks()
      if (!(this.#rest.startsWith('\n') || (skipsSemicolons && /^;(?!;)/.test(this.#rest)))) return
      this.#rest = this.#rest.slice(1)
    }
  }

  #atWord(word: string): boolean {
    if (!this.#rest.startsWith(word)) return false
    return word === ')' || /^(?:[\s;&|()]|$)/.test(this.#rest.slice(word.length))
  }

  #take(word: string): boolean {
    if (!this.#atWord(word)) return false
    this.#rest = this.#rest.slice(word.length)
    return true
  }
}

/** The text that a backslash and the next character mean in double quotes. */
function quotedCharacter(next: string): string {
  if (next === '\n') return ''
  return '"\\$`'.includes(next) ? next : `\\${next}`
}
