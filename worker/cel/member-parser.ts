import type { Call, Expression, MapEntry, MessageLiteral } from './expression.ts'
import { LiteralError, literalValue } from './literals.ts'
import type { Macros } from './macros.ts'
import { MacroError } from './macros.ts'
import type { ParserState } from './parser-state.ts'
import type { Following, TokenReader } from './syntax-errors.ts'

const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
)
const LITERALS = ['true', 'false', 'null', 'NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES']
export const PRIMARY = ['[', '{', '(', '.', '-', ...LITERALS, 'IDENTIFIER']
export const UNARY = [...PRIMARY, '!']

const ELEMENT = [...UNARY, '?']
const ARGUMENT = [...UNARY, ')']
const BRACKET: Following = { kinds: [']'] }
const PARENTHESIS: Following = { kinds: [')'] }
const NEXT_ARGUMENT: Following = { kinds: [',', ')'] }
const MEMBERS: Following = { kinds: ['.', '['], more: true }
/** The tokens that may follow the last part of a rule. The rule of the caller decides which tokens those are. */
export const ENDS: Following = { kinds: [], more: true }

/** The parser of whole expressions, for arguments, indices and nested expressions. */
interface ExpressionParser {
  expression(following: Following): Expression
}

/** Reads operands: literals, names, calls, selections, indices, lists, maps and messages. */
export class MemberParser {
  readonly #state: ParserState
  readonly #tokens: TokenReader
  readonly #macros: Macros
  readonly #expressions: ExpressionParser

  constructor(state: ParserState, macros: Macros, expressions: ExpressionParser) {
    this.#state = state
    this.#tokens = state.tokens
    this.#macros = macros
    this.#expressions = expressions
  }

  /** A primary expression with its selections, calls and indices. */
  member(): Expression {
    this.#tokens.enter(ENDS)
    let read: Expression
    try {
      read = this.#primary()
      while (this.#tokens.sees('.') || this.#tokens.sees('[')) {
        read = this.#tokens.sees('[') ? this.#index(read) : this.#selection(read)
      }
    } catch (error) {
      read = this.#state.recover('member', error)
    }
    this.#tokens.leave()
    return read
  }

  #index(operand: Expression): Expression {
    const id = this.#state.node(this.#tokens.take().offset)
    this.#tokens.expect(ELEMENT)
    const isOptional = this.#tokens.sees('?') && this.#tokens.take() !== undefined
    const index = this.#expressions.expression(BRACKET)
    this.#tokens.match(']', MEMBERS)
    const args = [operand, index]
    return this.#state.withHeight(
      { is: 'call', id, name: isOptional ? '_[?_]' : '_[_]', target: undefined, args },
      args,
      1,
    )
  }

  #selection(operand: Expression): Expression {
    const isOptional = this.#tokens.sees('?', 1)
    if (!isOptional && !this.#tokens.sees('IDENTIFIER', 1)) throw this.#tokens.noAlternative(1)
    const dot = this.#tokens.take()
    if (isOptional) this.#tokens.take()
    const name = this.#tokens.match('IDENTIFIER', MEMBERS)
    const field = name?.text ?? ''
    if (isOptional) {
      const id = this.#state.node(dot.offset)
      const args = [operand, this.#state.constant(field, name?.offset ?? dot.offset)]
      return this.#state.withHeight({ is: 'call', id, name: '_?._', target: undefined, args }, args, 1)
    }
    if (this.#tokens.sees('(')) {
      const open = this.#tokens.take()
      return this.#call(open.offset, field, operand)
    }
    return this.#state.withHeight(
      { is: 'selection', id: this.#state.node(dot.offset), operand, field, test: false },
      [operand],
      1,
    )
  }

  #arguments(): Expression[] {
    const args: Expression[] = []
    if (!this.#tokens.sees(')')) {
      this.#tokens.expect(ARGUMENT)
      if (!this.#tokens.sees(')')) args.push(this.#expressions.expression(NEXT_ARGUMENT))
      while (this.#tokens.sees(',')) {
        this.#tokens.take()
        args.push(this.#expressions.expression(NEXT_ARGUMENT))
      }
    }
    this.#tokens.match(')', MEMBERS)
    return args
  }

  /** Reads the arguments of a call. `offset` is the place of the parenthesis, whose node precedes the nodes of the arguments. */
  #call(offset: number, name: string, target: Expression | undefined): Expression {
    const id = this.#state.node(offset)
    const args = this.#arguments()
    const call: Call = { is: 'call', id, name, target, args }
    const parts = target === undefined ? args : [target, ...args]
    try {
      const expanded = this.#macros.expand(call, (at) => this.#state.node(this.#state.offsets[at] ?? 0)) ?? call
      return this.#state.withHeight(expanded, parts, target === undefined ? 0 : 1)
    } catch (error) {
      if (!(error instanceof MacroError)) throw error
      return this.#state.fault(this.#state.offsets[error.at] ?? 0, error.message)
    }
  }

  #primary(): Expression {
    this.#tokens.enter(MEMBERS)
    let read: Expression
    try {
      switch (this.#tokens.peek().kind) {
        case '(':
          this.#tokens.take()
          read = this.#expressions.expression(PARENTHESIS)
          this.#tokens.match(')', ENDS)
          break
        case '[':
          read = this.#list()
          break
        case '{':
          read = this.#map()
          break
        case '.':
        case 'IDENTIFIER':
          read = this.#name()
          break
        default:
          read = this.#literal()
      }
    } catch (error) {
      read = this.#state.recover('primary', error)
    }
    this.#tokens.leave()
    return read
  }

  #name(): Expression {
    const first = this.#tokens.peek()
    if (first.kind === '.' && !this.#tokens.sees('IDENTIFIER', 1)) throw this.#tokens.noAlternative(1)
    const message = this.#message()
    if (message !== undefined) return message
    const dot = first.kind === '.' ? this.#tokens.take().text : ''
    const { text, offset } = this.#tokens.take()
    if (RESERVED.has(text)) return this.#state.fault(first.offset, `reserved identifier: ${text}`)
    if (!this.#tokens.sees('(')) return { is: 'identifier', id: this.#state.node(offset), name: dot + text }
    const open = this.#tokens.take()
    return this.#call(open.offset, dot + text, undefined)
  }

  /** Reads a message such as `a.b.Type{field: value}`; undefined when no message begins here. */
  #message(): Expression | undefined {
    let length = this.#tokens.sees('.') ? 2 : 1
    while (this.#tokens.sees('.', length) && this.#tokens.sees('IDENTIFIER', length + 1)) length += 2
    if (!this.#tokens.sees('{', length)) return undefined
    let name = ''
    for (let i = 0; i < length; i++) name += this.#tokens.take().text
    const id = this.#state.node(this.#tokens.take().offset)
    const fields: MessageLiteral['fields'][number][] = []
    for (const _ of this.#parts('}', ['?', 'IDENTIFIER'])) {
      const optional = this.#tokens.sees('?') && this.#tokens.take() !== undefined
      const field = this.#tokens.match('IDENTIFIER', { kinds: [':'] })
      const colon = this.#tokens.match(':', { kinds: UNARY })
      const fieldId = this.#state.node(colon?.offset ?? id)
      const value = this.#expressions.expression({ kinds: [',', '}'] })
      fields.push({ id: fieldId, name: field?.text ?? '', value, optional })
    }
    return this.#state.withHeight(
      { is: 'message', id, name, fields },
      fields.map(({ value }) => value),
      0,
    )
  }

  #list(): Expression {
    const id = this.#state.node(this.#tokens.take().offset)
    const elements: Expression[] = []
    const optional = new Set<number>()
    for (const _ of this.#parts(']', ELEMENT)) {
      if (this.#tokens.sees('?') && this.#tokens.take() !== undefined) optional.add(elements.length)
      elements.push(this.#expressions.expression({ kinds: [',', ']'] }))
    }
    return this.#state.withHeight({ is: 'list', id, elements, optional }, elements, 0)
  }

  #map(): Expression {
    const id = this.#state.node(this.#tokens.take().offset)
    const entries: MapEntry[] = []
    for (const _ of this.#parts('}', ELEMENT)) {
      const isOptional = this.#tokens.sees('?') && this.#tokens.take() !== undefined
      const key = this.#expressions.expression({ kinds: [':', ',', '}'] })
      this.#tokens.match(':', { kinds: UNARY })
      entries.push({ key, value: this.#expressions.expression({ kinds: [',', '}'] }), optional: isOptional })
    }
    return this.#state.withHeight(
      { is: 'map', id, entries },
      entries.flatMap(({ key, value }) => [key, value]),
      0,
    )
  }

  /**
   * Yields before each part between commas, and the caller then reads the part. A comma may follow the last part. A generator
   * leaves the stack while the caller reads a part, and 250 nested lists need that stack.
   */
  *#parts(end: string, starts: readonly string[]): Generator<undefined> {
    if (![',', end].includes(this.#tokens.peek().kind)) {
      this.#tokens.expect([...starts, ',', end])
      if (starts.includes(this.#tokens.peek().kind)) yield
      while (this.#tokens.sees(',') && starts.includes(this.#tokens.peek(1).kind)) {
        this.#tokens.take()
        yield
      }
      if (![',', end].includes(this.#tokens.peek().kind)) this.#expectEnd(end)
    }
    if (this.#tokens.sees(',')) this.#tokens.take()
    this.#tokens.match(end, MEMBERS)
  }

  #expectEnd(end: string): void {
    this.#tokens.expect([',', end])
  }

  #literal(): Expression {
    const first = this.#tokens.peek()
    const isNegative = first.kind === '-' && this.#tokens.take() !== undefined
    const { kind, text } = this.#tokens.take()
    try {
      return this.#state.constant(literalValue(kind, text, isNegative), first.offset)
    } catch (error) {
      if (!(error instanceof LiteralError)) throw error
      return this.#state.fault(first.offset, error.message)
    }
  }
}
