import type { Branch, Command, Node, Operand, Pipeline } from './nodes.ts'

interface Token {
  readonly text: string
  readonly at: number
}

const TOKEN =
  /\s+|"(?:[^"\\\n]|\\.)*"|`[^`]*`|\$\w*|\.(?:[A-Za-z_]\w*)|\.|:=|=|\||,|\(|\)|[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z_]\w*/y

const CONSTANTS: Readonly<Record<string, boolean | null>> = { true: true, false: false, nil: null }

/** @throws Error in the words of Go's parser: `template: output:1: unclosed action` */
export function parseGoTemplate(source: string, functions: ReadonlySet<string>): ParsedTemplate {
  return new Parser(source, functions).parse()
}

export interface ParsedTemplate {
  readonly nodes: readonly Node[]
  /** The templates that the text defines, by name. */
  readonly definitions: ReadonlyMap<string, readonly Node[]>
}

class Parser {
  readonly #source: string
  readonly #functions: ReadonlySet<string>
  #at = 0
  /** Where the text of the current action ends. */
  #end = 0
  #tokens: Token[] = []
  /** How many ranges are open. */
  #ranges = 0
  readonly #definitions = new Map<string, readonly Node[]>()

  constructor(source: string, functions: ReadonlySet<string>) {
    this.#source = source
    this.#functions = functions
  }

  parse(): ParsedTemplate {
    const { nodes, end } = this.#block()
    if (end !== undefined) throw this.#fault(`unexpected {{${end}}}`)
    return { nodes, definitions: this.#definitions }
  }

  #fault(message: string, at = this.#at): Error {
    return new Error(`template: output:${this.#source.slice(0, at).split('\n').length}: ${message}`)
  }

  /** Nodes up to `else`, `end` or the end of the text. */
  #block(): { nodes: Node[]; end?: 'else' | 'end' } {
    const nodes: Node[] = []
    for (;;) {
      const open = this.#source.indexOf('{{', this.#at)
      const trims = /^\{\{-\s/.test(this.#source.slice(open, open + 4))
      const text = this.#source.slice(this.#at, open < 0 ? undefined : open)
      const shown = open >= 0 && trims ? text.trimEnd() : text
      if (shown !== '') nodes.push({ kind: 'text', text: shown })
      if (open < 0) {
        this.#at = this.#source.length
        return { nodes }
      }
      this.#at = open + (trims ? 3 : 2)
      if (this.#skipComment()) continue
      this.#tokens = this.#readAction()
      const [first] = this.#tokens
      if (first?.text === 'end' || first?.text === 'else') {
        if (first.text === 'end') this.#tokens.shift()
        return { nodes, end: first.text }
      }
      const node = this.#node()
      if (node !== undefined) nodes.push(node)
    }
  }

  #skipComment(): boolean {
    const comment = /^\s*\/\*[\s\S]*?\*\/\s*-?\}\}/.exec(this.#source.slice(this.#at))
    if (comment === null) return false
    this.#at += comment[0].length
    return true
  }

  #readAction(): Token[] {
    const tokens: Token[] = []
    for (;;) {
      const close = /^\s*(\s-)?\}\}/.exec(this.#source.slice(this.#at))
      if (close !== null) {
        this.#end = this.#at
        this.#at += close[0].length
        if (close[1] !== undefined) this.#at += /^\s*/.exec(this.#source.slice(this.#at))?.[0].length ?? 0
        return tokens
      }
      if (this.#at >= this.#source.length) throw this.#fault('unclosed action')
      TOKEN.lastIndex = this.#at
      const [text] = TOKEN.exec(this.#source) ?? []
      if (text === undefined)
        throw this.#fault(`unexpected ${JSON.stringify(this.#source.charAt(this.#at))} in command`)
      if (text.trim() !== '' || tokens.length > 0) tokens.push({ text, at: this.#at })
      this.#at += text.length
    }
  }

  #node(): Node | undefined {
    const kind = this.#tokens[0]?.text
    if (kind === 'break' || kind === 'continue') {
      if (this.#ranges === 0) throw this.#fault(`{{${kind}}} outside {{range}}`)
      return { kind }
    }
    if (kind === 'define' || kind === 'template' || kind === 'block') return this.#named(kind)
    if (kind !== 'if' && kind !== 'with' && kind !== 'range')
      return { kind: 'action', pipeline: this.#pipeline('command') }
    this.#tokens.shift()
    return this.#branch(kind)
  }

  /** `define` has no output, `template` executes what is defined, `block` does both. */
  #named(kind: 'define' | 'template' | 'block'): Node | undefined {
    const { at } = this.#tokens.shift() ?? { at: this.#at }
    this.#skipSpace()
    const quoted = this.#tokens.shift()
    const text = quoted?.text ?? ''
    if (!/^["`]/.test(text)) throw this.#fault(`unexpected ${JSON.stringify(text)} in ${kind} clause`)
    const name = text.startsWith('`') ? text.slice(1, -1) : (JSON.parse(text) as string)
    this.#skipSpace()
    const hasValue = kind === 'block' || (kind === 'template' && this.#tokens.length > 0)
    const called = {
      kind: 'template',
      name,
      pipeline: hasValue ? this.#pipeline(`${kind} clause`) : undefined,
    } as const
    if (kind !== 'template') {
      const { nodes, end } = this.#block()
      if (end !== 'end') throw this.#fault('unexpected EOF')
      this.#definitions.set(name, nodes)
    }
    const position = this.#position(quoted?.at ?? at)
    return kind === 'define' ? undefined : { ...called, text: `{{template ${JSON.stringify(name)}}}`, position }
  }

  #position(at: number): string {
    const lines = this.#source.slice(0, at).split('\n')
    return `${lines.length}:${lines.at(-1)?.length ?? 0}`
  }

  #branch(kind: 'if' | 'with' | 'range'): Branch {
    const pipeline = this.#pipeline(kind)
    if (kind === 'range') this.#ranges++
    const { nodes: body, end } = this.#block()
    if (kind === 'range') this.#ranges--
    let otherwise: readonly Node[] = []
    if (end === 'else') {
      this.#tokens.shift()
      this.#skipSpace()
      if (this.#tokens[0]?.text === 'if') {
        this.#tokens.shift()
        return { kind, pipeline, body, otherwise: [this.#branch('if')] }
      }
      const rest = this.#block()
      otherwise = rest.nodes
      if (rest.end !== 'end') throw this.#fault('unexpected EOF')
    } else if (end === undefined) throw this.#fault('unexpected EOF')
    return { kind, pipeline, body, otherwise }
  }

  #skipSpace(): void {
    while (this.#tokens[0]?.text.trim() === '') this.#tokens.shift()
  }

  #pipeline(what: string): Pipeline {
    const variables = this.#variables()
    const commands: Command[] = []
    for (;;) {
      this.#skipSpace()
      const token = this.#tokens[0]
      if (token === undefined || token.text === ')') break
      if (token.text === '|') {
        this.#tokens.shift()
        continue
      }
      commands.push(this.#command())
    }
    if (commands.length === 0) throw this.#fault(`missing value for ${what}`)
    return { variables, commands }
  }

  /** `$k, $v :=` */
  #variables(): string[] {
    const text = this.#tokens.map((token) => token.text).join('')
    const match = /^\s*(\$\w+)(?:\s*,\s*(\$\w+))?\s*:?=/.exec(text)
    if (match === null) return []
    for (let taken = 0; taken < match[0].length;) taken += this.#tokens.shift()?.text.length ?? 1
    return match.slice(1).filter((name) => name !== undefined)
  }

  #command(): Command {
    const at = this.#tokens[0]?.at ?? this.#at
    const { function: called, operands } = this.#call()
    const text = this.#source.slice(at, this.#tokens[0]?.at ?? this.#end).trim()
    return { function: called, operands, text, position: this.#position(at) }
  }

  #call(): Pick<Command, 'function' | 'operands'> {
    const first = this.#tokens[0]?.text ?? ''
    if (/^[A-Za-z_]/.test(first) && !(first in CONSTANTS)) {
      this.#tokens.shift()
      if (!this.#functions.has(first)) throw this.#fault(`function ${JSON.stringify(first)} not defined`)
      return { function: first, operands: this.#operands() }
    }
    return { operands: this.#operands() }
  }

  #operands(): Operand[] {
    const operands: Operand[] = []
    for (;;) {
      this.#skipSpace()
      const token = this.#tokens[0]
      if (token === undefined || token.text === '|' || token.text === ')') return operands
      operands.push(this.#operand())
    }
  }

  #operand(): Operand {
    const token = this.#tokens.shift() ?? { text: '', at: this.#at }
    const { text } = token
    if (text === '(') {
      const pipeline = this.#pipeline('parenthesized pipeline')
      if (this.#tokens.shift()?.text !== ')') throw this.#fault('unclosed left paren')
      return { kind: 'pipeline', pipeline, fields: this.#fields() }
    }
    if (text.startsWith('"')) return { kind: 'constant', value: JSON.parse(text) as string }
    if (text.startsWith('`')) return { kind: 'constant', value: text.slice(1, -1) }
    if (text in CONSTANTS) return { kind: 'constant', value: CONSTANTS[text] ?? null }
    if (/^[+-]?\d/.test(text)) return { kind: 'constant', value: Number(text) }
    if (text.startsWith('$') || text.startsWith('.')) return this.#path(token)
    if (this.#functions.has(text))
      return {
        kind: 'pipeline',
        pipeline: {
          variables: [],
          commands: [{ function: text, operands: [], text, position: this.#position(token.at) }],
        },
        fields: [],
      }
    throw this.#fault(`unexpected ${JSON.stringify(text)} in operand`)
  }

  #path({ text, at }: Token): Operand {
    const second = this.#tokens[0]?.text.startsWith('.') ? (this.#tokens[0]?.at ?? at) : at
    const rest = this.#fields()
    const own = text.startsWith('.') && text.length > 1 ? [text.slice(1)] : []
    return {
      kind: 'path',
      ...(text.startsWith('$') ? { variable: text } : {}),
      fields: [...own, ...rest],
      text: text + rest.map((field) => `.${field}`).join(''),
      position: this.#position(second),
    }
  }

  #fields(): string[] {
    const fields: string[] = []
    while (/^\.\w/.test(this.#tokens[0]?.text ?? '')) fields.push(this.#tokens.shift()?.text.slice(1) ?? '')
    return fields
  }
}
