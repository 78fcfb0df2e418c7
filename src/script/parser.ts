import { boundedNumber } from '../../worker/api/numbers.ts'
import type {
  Assignment,
  Branch,
  Case,
  Command,
  CompoundBody,
  Item,
  Pipeline,
  Redirection,
  Script,
  Stage,
  Step,
  Word,
} from './script.ts'
import { SYNONYMS, UNSUPPORTED, RESERVED, WHEN } from './reserved-words.ts'
import { HereDocuments } from './here-documents.ts'
import { OtherSyntax, ScriptError } from './script.ts'
import { Source, WordReader } from './word-reader.ts'

/** @throws ScriptError for an error in the syntax, OtherSyntax for syntax outside the subset */
export function parseScript(text: string): Script {
  return new Parser(new Source(text)).whole()
}

class Parser {
  readonly #source: Source
  readonly #words: WordReader
  readonly #documents: HereDocuments

  constructor(source: Source) {
    this.#source = source
    this.#documents = new HereDocuments(source, (text) => this.#words.document(text))
    this.#words = new WordReader(source, (inner, end) => {
      const parser = new Parser(inner)
      const script = parser.script()
      if (inner.peek() !== end) throw new ScriptError(`unexpected EOF while looking for matching \`${end}'`)
      return script
    })
  }

  whole(): Script {
    const script = this.script()
    if (!this.#source.ended) this.#unexpected()
    return script
  }

  /** Parses items up to a word or operator that cannot begin an item. */
  script(): Script {
    const items: Item[] = []
    for (;;) {
      this.#skipLines()
      if (this.#source.ended || /[)`;&|]/.test(this.#source.peek()) || this.#atClosingWord()) break
      items.push(this.#item())
    }
    return { items }
  }

  #item(): Item {
    const source = this.#source
    const start = source.at
    const pipelines: Step[] = [{ when: 'always', pipeline: this.#pipeline() }]
    for (;;) {
      this.#skipBlanks()
      const when = WHEN.get(source.takeMatch(/&&|\|\|/y))
      if (when === undefined) break
      this.#skipLines()
      pipelines.push({ when, pipeline: this.#pipeline() })
    }
    const text = source.text.slice(start, source.at).trim()
    const background = source.peek() === '&'
    if (background) source.take()
    else if (source.peek() === ';' && source.peek(2) !== ';;') source.take()
    return { pipelines, background, text }
  }

  #pipeline(): Pipeline {
    const negated = this.#takeReserved('!')
    const stages: Stage[] = []
    for (;;) {
      const command = this.#command()
      this.#skipBlanks()
      const errorsToo = this.#source.takeIf('|&')
      stages.push({ command, errorsToo })
      if (errorsToo || (this.#source.peek() === '|' && this.#source.peek(2) !== '||' && this.#source.takeIf('|')))
        this.#skipLines()
      else return { negated, stages }
    }
  }

  #command(): Command {
    this.#skipBlanks()
    const compound = this.#compound()
    if (compound !== undefined) return { kind: 'compound', body: compound, redirections: this.#redirections() }
    const word = this.#reservedAhead()
    if (UNSUPPORTED.has(word)) throw new OtherSyntax(word)
    if (word !== '' && RESERVED.has(word) && word !== 'in') this.#unexpected()
    return this.#function() ?? this.#simple()
  }

  #function(): Command | undefined {
    const source = this.#source
    const head = source.takeMatch(/[A-Za-z_][\w-]*[ \t]*\([ \t]*\)/y)
    if (head === '') return undefined
    this.#skipLines()
    return { kind: 'function', name: head.replace(/[\s()]+$/, ''), body: this.#command() }
  }

  #simple(): Command {
    const assignments: Assignment[] = []
    const words: Word[] = []
    const redirections: Redirection[] = []
    const start = this.#source.at
    for (;;) {
      this.#skipBlanks()
      const redirection = this.#redirection()
      if (redirection !== undefined) {
        redirections.push(redirection)
        continue
      }
      const assigned = words.length === 0 ? this.#assignment() : undefined
      if (assigned !== undefined) {
        assignments.push(assigned)
        continue
      }
      const word = this.#words.word()
      if (word === undefined) break
      words.push(word)
    }
    if (this.#source.at === start) this.#unexpected()
    return { kind: 'simple', assignments, words, redirections }
  }

  #assignment(): Assignment | undefined {
    const head = this.#source.takeMatch(/[A-Za-z_]\w*\+?=/y)
    if (head === '') {
      if (this.#source.takeMatch(/[A-Za-z_]\w*\[[^\]]*\]=/y) !== '') throw new OtherSyntax('arrays')
      return undefined
    }
    if (this.#source.peek() === '(') throw new OtherSyntax('arrays')
    const appends = head.endsWith('+=')
    return { name: head.slice(0, appends ? -2 : -1), value: this.#words.word() ?? [], appends }
  }

  #redirections(): Redirection[] {
    const found: Redirection[] = []
    for (;;) {
      this.#skipBlanks()
      const redirection = this.#redirection()
      if (redirection === undefined) return found
      found.push(redirection)
    }
  }

  #redirection(): Redirection | undefined {
    const source = this.#source
    if (/^(<\(|>\()/.test(source.peek(2))) throw new OtherSyntax('process substitution')
    const [, both, number, operator] =
      /^(?:(&)(?=>)|(\d)(?=[<>]))?(<<<|<<-?|<&|>&|>>|>\||[<>])/.exec(source.peek(5)) ?? []
    if (operator === undefined) return undefined
    source.take((both ?? number ?? '').length + operator.length)
    this.#skipBlanks()
    const stream = both === undefined ? boundedNumber(number ?? (operator.startsWith('<') ? 0 : 1)) : 'both'
    const target = this.#words.word() ?? this.#unexpected()
    if (operator === '<<' || operator === '<<-') return this.#documents.expect(target, operator === '<<-')
    const plain = SYNONYMS.get(operator) ?? (operator as Redirection['operator'])
    return { stream, operator: plain, target }
  }

  #compound(): CompoundBody | undefined {
    const source = this.#source
    if (source.peek(2) === '((') throw new OtherSyntax('((')
    if (source.takeIf('(')) {
      const script = this.script()
      if (!source.takeIf(')')) this.#unexpected()
      return { kind: 'subshell', script }
    }
    if (this.#takeReserved('{')) {
      const script = this.script()
      this.#expect('}')
      return { kind: 'group', script }
    }
    if (this.#takeReserved('if')) return this.#if()
    for (const kind of ['while', 'until'] as const)
      if (this.#takeReserved(kind)) return { kind, condition: this.script(), body: this.#loopBody() }
    if (this.#takeReserved('for')) return this.#for()
    if (this.#takeReserved('case')) return this.#case()
    return undefined
  }

  #if(): CompoundBody {
    const branches: Branch[] = []
    let otherwise: Script | undefined
    do {
      const condition = this.script()
      this.#expect('then')
      branches.push({ condition, body: this.script() })
    } while (this.#takeReserved('elif'))
    if (this.#takeReserved('else')) otherwise = this.script()
    this.#expect('fi')
    return { kind: 'if', branches, otherwise }
  }

  #loopBody(): Script {
    this.#expect('do')
    const body = this.script()
    this.#expect('done')
    return body
  }

  #for(): CompoundBody {
    this.#skipBlanks()
    if (this.#source.peek() === '(') throw new OtherSyntax('for ((')
    const name = this.#source.takeMatch(/[A-Za-z_]\w*/y)
    if (name === '') this.#unexpected()
    this.#skipLines()
    const words = this.#takeReserved('in') ? this.#plainWords() : undefined
    this.#skipBlanks()
    this.#source.takeIf(';')
    this.#skipLines()
    return { kind: 'for', name, words, body: this.#loopBody() }
  }

  #plainWords(): Word[] {
    const words: Word[] = []
    for (;;) {
      this.#skipBlanks()
      const word = this.#words.word()
      if (word === undefined) return words
      words.push(word)
    }
  }

  #case(): CompoundBody {
    this.#skipBlanks()
    const subject = this.#words.word() ?? this.#unexpected()
    this.#skipLines()
    this.#expect('in')
    const cases: Case[] = []
    for (;;) {
      this.#skipLines()
      if (this.#takeReserved('esac')) return { kind: 'case', subject, cases }
      this.#source.takeIf('(')
      const patterns: Word[] = []
      do {
        this.#skipBlanks()
        patterns.push(this.#words.word() ?? this.#unexpected())
        this.#skipBlanks()
      } while (this.#source.takeIf('|'))
      if (!this.#source.takeIf(')')) this.#unexpected()
      cases.push({ patterns, body: this.script() })
      this.#source.takeIf(';;')
    }
  }

  #expect(word: string): void {
    this.#skipLines()
    if (!this.#takeReserved(word)) this.#unexpected()
  }

  #takeReserved(word: string): boolean {
    this.#skipBlanks()
    if (this.#reservedAhead() !== word) return false
    this.#source.take(word.length)
    return true
  }

  #atClosingWord(): boolean {
    return ['then', 'elif', 'else', 'fi', 'do', 'done', 'esac', '}'].includes(this.#reservedAhead())
  }

  /** The unquoted word at the current position, which may be a reserved word. */
  #reservedAhead(): string {
    return /^[^\s|&;<>()"'`$\\]+/.exec(this.#source.text.slice(this.#source.at, this.#source.at + 16))?.[0] ?? ''
  }

  #skipBlanks(): void {
    this.#source.takeMatch(/(?:[ \t]|\\\n)*/y)
    if (this.#source.peek() === '#') this.#source.takeMatch(/[^\n]*/y)
  }

  #skipLines(): void {
    for (;;) {
      this.#skipBlanks()
      if (this.#source.takeIf('\n')) this.#documents.read()
      else return
    }
  }

  #unexpected(): never {
    const [found] = /^(\|\||&&|;;|[\s|&;<>()`]|[^\s|&;<>()`]+)/.exec(this.#source.text.slice(this.#source.at)) ?? []
    if (found === undefined) throw new ScriptError('syntax error: unexpected end of file')
    throw new ScriptError(`syntax error near unexpected token \`${found === '\n' ? 'newline' : found}'`)
  }
}
