import type { Part, Script, Word } from './script.ts'
import { OtherSyntax, ScriptError } from './script.ts'

/** Reads the script of a command substitution: up to `)`, which stays unread, or up to the end of the text. */
export type ReadScript = (source: Source, end: ')' | '') => Script

/** A text, and the position up to which it was read. */
export class Source {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  get ended(): boolean {
    return this.at >= this.text.length
  }

  peek(length = 1): string {
    return this.text.slice(this.at, this.at + length)
  }

  take(length = 1): string {
    const taken = this.peek(length)
    this.at += length
    return taken
  }

  takeIf(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  /** Reads a match at the current position; empty when there is none. The expression has to be sticky. */
  takeMatch(expression: RegExp): string {
    expression.lastIndex = this.at
    const [found = ''] = expression.exec(this.text) ?? []
    this.at += found.length
    return found
  }

  /** Reads everything up to `end`, and `end` itself. Returns the text before `end`. */
  takeThrough(end: string): string {
    const found = this.text.indexOf(end, this.at)
    if (found < 0) throw new ScriptError(`unexpected EOF while looking for matching \`${end}'`)
    const taken = this.text.slice(this.at, found)
    this.at = found + end.length
    return taken
  }
}

const ENDS_WORD = /[\s|&;<>()]/

/** Reads words with quotes, parameters and substitutions. */
export class WordReader {
  readonly #source: Source
  readonly #readScript: ReadScript

  constructor(source: Source, readScript: ReadScript) {
    this.#source = source
    this.#readScript = readScript
  }

  /** The word at the current position; undefined when none begins there. */
  word(ends: RegExp = ENDS_WORD): Word | undefined {
    const source = this.#source
    const parts: Part[] = []
    const start = source.at
    while (!source.ended && !ends.test(source.peek())) parts.push(...this.#part())
    return source.at === start ? undefined : joined(parts)
  }

  /** The text of a here-document whose delimiter was not quoted. */
  document(text: string): Word {
    const inner = new WordReader(new Source(text), this.#readScript)
    return joined(inner.#inside(() => inner.#source.ended, /[$`\\]/))
  }

  #part(): readonly Part[] {
    const source = this.#source
    const character = source.take()
    if (character === "'") return [{ kind: 'text', text: source.takeThrough("'"), quoted: true }]
    if (character === '"') return this.#doubleQuoted()
    if (character === '\\') {
      const next = source.take()
      return next === '\n' ? [] : [{ kind: 'text', text: next, quoted: true }]
    }
    if (character === '$') return [this.#dollar(false)]
    if (character === '`') return [this.#backquoted(false)]
    return [{ kind: 'text', text: character + source.takeMatch(/[\w./:@%+,-]+/y), quoted: false }]
  }

  #doubleQuoted(): readonly Part[] {
    const parts = this.#inside(() => this.#source.peek() === '"', /["\\$`]/)
    this.#source.take()
    // An empty part, so that a quoted empty text stays a word.
    return [{ kind: 'text', text: '', quoted: true }, ...parts]
  }

  /** Text in which only parameters, substitutions and backslashes are special. */
  #inside(ended: () => boolean, special: RegExp): readonly Part[] {
    const source = this.#source
    const parts: Part[] = []
    while (!ended()) {
      if (source.ended) throw new ScriptError('unexpected EOF while looking for matching `"\'')
      const character = source.take()
      if (character === '\\') {
        const next = source.peek()
        if (next === '\n') source.take()
        else parts.push({ kind: 'text', text: special.test(next) ? source.take() : '\\', quoted: true })
      } else if (character === '$') parts.push(this.#dollar(true))
      else if (character === '`') parts.push(this.#backquoted(true))
      else parts.push({ kind: 'text', text: character, quoted: true })
    }
    return parts
  }

  #dollar(quoted: boolean): Part {
    const source = this.#source
    if (source.takeIf('((')) return this.#arithmetic(quoted)
    if (source.takeIf('(')) {
      const script = this.#readScript(source, ')')
      source.take()
      return { kind: 'command', script, quoted }
    }
    if (source.takeIf('{')) return this.#braced(quoted)
    if (!quoted && source.takeIf("'")) return { kind: 'text', text: this.#ansi(), quoted: true }
    const name = source.takeMatch(/[A-Za-z_]\w*|[0-9@*#?$!-]/y)
    if (name === '') return { kind: 'text', text: '$', quoted }
    return { kind: 'parameter', name, operator: '', argument: [], quoted }
  }

  /** Reads `$'…'` with its escapes. */
  #ansi(): string {
    const source = this.#source
    let text = ''
    while (!source.takeIf("'")) {
      if (source.ended) throw new ScriptError("unexpected EOF while looking for matching `''")
      const character = source.take()
      text += character === '\\' ? escaped(source.take()) : character
    }
    return text
  }

  #backquoted(quoted: boolean): Part {
    const source = this.#source
    const text = source.takeMatch(/(?:\\[^]|[^`\\])*/y).replace(/\\([`$\\])/g, '$1')
    if (!source.takeIf('`')) throw new ScriptError("unexpected EOF while looking for matching ``'")
    return { kind: 'command', script: this.#readScript(new Source(text), ''), quoted }
  }

  #arithmetic(quoted: boolean): Part {
    const source = this.#source
    const parts: Part[] = []
    for (let depth = 0; ;) {
      if (source.ended) throw new ScriptError("unexpected EOF while looking for matching `)'")
      if (depth === 0 && source.takeIf('))')) break
      const character = source.take()
      if (character === '(') depth++
      if (character === ')') depth--
      parts.push(character === '$' ? this.#dollar(true) : { kind: 'text', text: character, quoted: true })
    }
    return { kind: 'arithmetic', expression: joined(parts), quoted }
  }

  /** Reads `${name}` and its operators. */
  #braced(quoted: boolean): Part {
    const source = this.#source
    const length = /^\{?#[A-Za-z_]/.test(source.peek(2)) && source.takeIf('#')
    const name = source.takeMatch(/[A-Za-z_]\w*|\d+|[@*#?$!-]/y)
    if (name === '' || source.peek() === '[') throw new OtherSyntax('arrays and indirect names')
    if (length && source.takeIf('}')) return { kind: 'parameter', name, operator: 'length', argument: [], quoted }
    if (source.takeIf('}')) return { kind: 'parameter', name, operator: '', argument: [], quoted }
    const operator = source.takeMatch(/:[-=+?]|[-=+?]|##?|%%?|\/[/#%]?|:|\^\^?|,,?/y)
    if (operator === '') throw new OtherSyntax('this form of a parameter')
    const argument = this.word(/\}/) ?? []
    if (!source.takeIf('}')) throw new ScriptError("unexpected EOF while looking for matching `}'")
    return { kind: 'parameter', name, operator, argument, quoted }
  }
}

/** Joins adjacent texts of the same kind. */
function joined(parts: readonly Part[]): Word {
  const result: Part[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (part.kind === 'text' && last?.kind === 'text' && last.quoted === part.quoted)
      result[result.length - 1] = { ...last, text: last.text + part.text }
    else result.push(part)
  }
  return result
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\u0007'],
  ['e', '\u001b'],
  ['0', '\0'],
])

export const escaped = (character: string): string => ESCAPES.get(character) ?? character
