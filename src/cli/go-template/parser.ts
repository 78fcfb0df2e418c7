import { quote } from '../../../worker/api/go-format.ts'
import type { TokenType } from './lexer.ts'
import { tokensOf } from './lexer.ts'
import { readNumber } from './literals.ts'
import type { BranchNode, Command, Node, Operand, Pipeline, TemplateNode } from './nodes.ts'
import { nodeText } from './nodes.ts'
import { TokenReader } from './token-reader.ts'

export interface ParsedTemplate {
  readonly nodes: readonly Node[]
  /** The templates that the text defines, by name. */
  readonly definitions: ReadonlyMap<string, readonly Node[]>
}

/** Parses a template. @throws Error in the words of Go's parser: `template: output:1: unclosed action` */
export function parseGoTemplate(source: string, functions: ReadonlySet<string>): ParsedTemplate {
  return new Parser(source, functions).parse()
}

const OPERAND_STARTS: ReadonlySet<TokenType> = new Set([
  'boolean',
  'character constant',
  'dot',
  'field',
  'identifier',
  'number',
  'nil',
  'raw string',
  'string',
  'variable',
  'left parenthesis',
])
const NOT_EXECUTABLE: ReadonlySet<Operand['kind']> = new Set(['boolean', 'dot', 'nil', 'number', 'string'])
const WITHOUT_FIELDS: ReadonlySet<Operand['kind']> = new Set(['boolean', 'string', 'number', 'nil', 'dot'])

type Ending = 'else' | 'end'

/** The parser of Go's `text/template/parse`, method by method: its errors have the same texts and come in the same order. */
class Parser extends TokenReader {
  readonly #functions: ReadonlySet<string>
  readonly #definitions = new Map<string, readonly Node[]>()
  #ranges = 0
  #variables = ['$']

  constructor(source: string, functions: ReadonlySet<string>) {
    super(tokensOf(source))
    this.#functions = functions
  }

  parse(): ParsedTemplate {
    const nodes: Node[] = []
    while (this.peek().type !== 'end of text') {
      if (this.#definition()) continue
      const node = this.#textOrAction()
      if (typeof node === 'string') throw this.fault(`unexpected {{${node}}}`)
      nodes.push(node)
    }
    return { nodes, definitions: this.#definitions }
  }

  /** Reads a `{{define "name"}}`, which is allowed outside other actions only. Returns whether there was one. */
  #definition(): boolean {
    const start = this.position
    if (this.next().type !== 'left delimiter' || this.nextNonSpace().type !== 'define') {
      this.position = start
      return false
    }
    const name = this.#templateName('define clause')
    this.expect('right delimiter', 'define clause')
    this.#define(name, 'define clause')
    return true
  }

  #define(name: string, context: string): void {
    const variables = this.#variables
    this.#variables = ['$']
    const { nodes, ending } = this.#list()
    if (ending !== 'end') throw this.fault(`unexpected {{${ending}}} in ${context}`)
    this.#variables = variables
    const isEmpty = nodes.every((node) => node.kind === 'text' && node.text.trim() === '')
    if (!this.#definitions.get(name)?.length) this.#definitions.set(name, isEmpty ? [] : nodes)
    else if (!isEmpty) throw this.fault(`template: multiple definition of template ${quote(name)}`)
  }

  #templateName(context: string): string {
    const token = this.nextNonSpace()
    if (token.type !== 'string' && token.type !== 'raw string') throw this.unexpected(token, context)
    return this.unquoted(token.text)
  }

  #list(): { readonly nodes: Node[]; readonly ending: Ending } {
    const nodes: Node[] = []
    while (this.peekNonSpace().type !== 'end of text') {
      const node = this.#textOrAction()
      if (typeof node === 'string') return { nodes, ending: node }
      nodes.push(node)
    }
    throw this.fault('unexpected EOF')
  }

  #textOrAction(): Node | Ending {
    const token = this.nextNonSpace()
    if (token.type === 'text') return { kind: 'text', text: token.text }
    if (token.type !== 'left delimiter') throw this.unexpected(token, 'input')
    this.actionLine = token.line
    const node = this.#action()
    this.actionLine = 0
    return node
  }

  #action(): Node | Ending {
    const { type } = this.peekNonSpace()
    if (type === 'if' || type === 'with' || type === 'range') {
      this.next()
      return this.#branch(type)
    }
    if (type === 'break' || type === 'continue') {
      this.next()
      this.expect('right delimiter', `{{${type}}}`)
      if (this.#ranges === 0) throw this.fault(`{{${type}}} outside {{range}}`)
      return { kind: type }
    }
    if (type === 'else' || type === 'end') {
      this.next()
      // `{{else if` begins another branch, so no delimiter is expected here.
      if (type === 'end' || this.peekNonSpace().type !== 'if') this.expect('right delimiter', type)
      return type
    }
    if (type === 'template' || type === 'block') {
      this.next()
      return this.#templateCall(type)
    }
    const { at } = this.peek()
    return { kind: 'action', at, pipeline: this.#pipeline('command', 'right delimiter') }
  }

  #templateCall(kind: 'template' | 'block'): TemplateNode {
    const context = `${kind} clause`
    const { at } = this.peekNonSpace()
    const name = this.#templateName(context)
    if (kind === 'template' && this.peekNonSpace().type === 'right delimiter') {
      this.next()
      return { kind: 'template', at, name }
    }
    const pipeline = this.#pipeline(context, 'right delimiter')
    if (kind === 'block') this.#define(name, context)
    return { kind: 'template', at, name, pipeline }
  }

  #branch(kind: BranchNode['kind']): BranchNode {
    const variables = [...this.#variables]
    const pipeline = this.#pipeline(kind, 'right delimiter')
    if (kind === 'range') this.#ranges++
    const { nodes: body, ending } = this.#list()
    if (kind === 'range') this.#ranges--
    const otherwise = ending === 'else' ? this.#otherwise(kind) : []
    this.#variables = variables
    return { kind, pipeline, body, otherwise }
  }

  #otherwise(kind: BranchNode['kind']): readonly Node[] {
    if (kind === 'if' && this.peek().type === 'if') {
      this.next()
      return [this.#branch('if')]
    }
    const { nodes, ending } = this.#list()
    if (ending !== 'end') throw this.fault(`expected end; found {{${ending}}}`)
    return nodes
  }

  #pipeline(context: string, end: TokenType): Pipeline {
    const pipeline: Pipeline = {
      kind: 'pipeline',
      at: this.peekNonSpace().at,
      variables: [],
      isAssignment: false,
      commands: [],
    }
    while (this.#declaration(pipeline, context));
    for (;;) {
      const token = this.nextNonSpace()
      if (token.type === end) break
      if (!OPERAND_STARTS.has(token.type)) throw this.unexpected(token, context)
      this.position--
      pipeline.commands.push(this.#command())
    }
    if (pipeline.commands.length === 0) throw this.fault(`missing value for ${context}`)
    pipeline.commands.forEach(({ operands: [first] }, stage) => {
      if (stage > 0 && first !== undefined && NOT_EXECUTABLE.has(first.kind))
        throw this.fault(`non executable command in pipeline stage ${stage + 1}`)
    })
    return pipeline
  }

  /** Reads `$x :=`, `$x =` or the `$x,` of a range. Returns whether another variable may follow. */
  #declaration(pipeline: Pipeline, context: string): boolean {
    const variable = this.peekNonSpace()
    if (variable.type !== 'variable') return false
    const start = this.position++
    const next = this.peekNonSpace()
    const isComma = next.type === 'char' && next.text === ','
    if (next.type !== 'assign' && next.type !== 'declare' && !isComma) {
      this.position = start
      return false
    }
    this.next()
    pipeline.isAssignment = next.type === 'assign'
    pipeline.variables.push(variable.text)
    this.#variables.push(variable.text)
    if (!isComma) return false
    if (context !== 'range' || pipeline.variables.length > 1) throw this.fault(`too many declarations in ${context}`)
    const follows = this.peekNonSpace().type
    if (follows !== 'variable' && follows !== 'right delimiter' && follows !== 'right parenthesis')
      throw this.fault('range can only initialize variables')
    return true
  }

  #command(): Command {
    const command: Command = { kind: 'command', at: this.peekNonSpace().at, operands: [] }
    for (;;) {
      this.skipSpace()
      const operand = this.#operand()
      if (operand !== undefined) command.operands.push(operand)
      const token = this.next()
      if (token.type === 'space') continue
      if (token.type === 'right delimiter' || token.type === 'right parenthesis') this.position--
      else if (token.type !== 'pipe') throw this.unexpected(token, 'operand')
      break
    }
    if (command.operands.length === 0) throw this.fault('empty command')
    return command
  }

  #operand(): Operand | undefined {
    const operand = this.#term()
    if (operand === undefined || this.peek().type !== 'field') return operand
    const { at } = this.peek()
    const fields: string[] = []
    while (this.peek().type === 'field') fields.push(this.next().text.slice(1))
    if (operand.kind === 'field' || operand.kind === 'variable')
      return { ...operand, at, fields: [...operand.fields, ...fields] }
    if (WITHOUT_FIELDS.has(operand.kind)) throw this.fault(`unexpected . after term ${quote(nodeText(operand))}`)
    return { kind: 'chain', at, operand, fields }
  }

  #term(): Operand | undefined {
    const { type, text, at } = this.nextNonSpace()
    switch (type) {
      case 'identifier':
        if (!this.#functions.has(text)) throw this.fault(`function ${quote(text)} not defined`)
        return { kind: 'function', at, name: text }
      case 'dot':
      case 'nil':
        return { kind: type, at }
      case 'variable':
        if (!this.#variables.includes(text)) throw this.fault(`undefined variable ${quote(text)}`)
        return { kind: 'variable', at, name: text, fields: [] }
      case 'field':
        return { kind: 'field', at, fields: [text.slice(1)] }
      case 'boolean':
        return { kind: 'boolean', at, value: text === 'true' }
      case 'number':
      case 'character constant': {
        const value = readNumber(text)
        if (typeof value === 'string') throw this.fault(value)
        return { kind: 'number', at, text, value }
      }
      case 'string':
      case 'raw string':
        return { kind: 'string', at, text, value: this.unquoted(text) }
      case 'left parenthesis':
        return this.#pipeline('parenthesized pipeline', 'right parenthesis')
      default:
        this.position--
        return undefined
    }
  }
}
