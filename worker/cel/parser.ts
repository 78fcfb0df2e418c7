import type { Call, Expression, MapEntry } from './expression.ts'
import type { Fault } from './faults.ts'
import { DEEPEST, tooDeep } from './faults.ts'
import type { Token } from './lexer.ts'
import { tokenize } from './lexer.ts'
import { LiteralError, literalValue } from './literals.ts'
import type { Macros } from './macros.ts'
import { MacroError } from './macros.ts'
import type { Following } from './syntax-errors.ts'
import { TokenReader } from './syntax-errors.ts'
import type { Value } from './values.ts'

export interface Parsed {
  readonly expression: Expression
  /** Where each node stands, by its number. */
  readonly offsets: readonly number[]
  readonly faults: readonly Fault[]
}

const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
)
const RELATIONS = ['==', '!=', 'in', '<', '<=', '>=', '>']
const SUMS = ['+', '-']
const PRODUCTS = ['*', '/', '%']
const CALCULATIONS = [...SUMS, ...PRODUCTS]
const LITERALS = ['true', 'false', 'null', 'NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES']
const PRIMARY = ['[', '{', '(', '.', '-', ...LITERALS, 'IDENTIFIER']
const UNARY = [...PRIMARY, '!']

const MEMBERS: Following = { kinds: ['.', '['], more: true }
const ENDS: Following = { kinds: [], more: true }
const BEHIND_PRIMARY: Following = { kinds: [], more: true }

const LONGEST = 100_000

/** Reads an expression and expands its macros. A tree is only sound where there are no faults. */
export function parse(source: string, macros: Macros): Parsed {
  const faults: Fault[] = []
  const parser = new Parser(source, macros, faults)
  const size = [...source].length
  if (size > LONGEST) {
    faults.push({ offset: -1, message: `expression code point size exceeds limit: size: ${size}, limit ${LONGEST}` })
    return { expression: parser.constant(null, 0), offsets: parser.offsets, faults }
  }
  return { expression: parser.start(), offsets: parser.offsets, faults }
}

class Parser {
  readonly offsets: number[] = []
  readonly #macros: Macros
  readonly #faults: Fault[]
  readonly #tokens: TokenReader
  #depth = 0

  constructor(source: string, macros: Macros, faults: Fault[]) {
    this.#macros = macros
    this.#faults = faults
    this.#tokens = new TokenReader(source, tokenize(source, faults), faults)
  }

  start(): Expression {
    const read = this.#tokens.rule('start', ENDS, () => {
      const expression = this.#expression({ kinds: ['EOF'] })
      this.#tokens.match('EOF', { kinds: [] })
      return expression
    })
    return read ?? this.constant(null, 0)
  }

  /** A number for a node that stands at the offset. */
  node(offset: number): number {
    this.offsets.push(offset)
    return this.offsets.length - 1
  }

  constant(value: Value, offset: number): Expression {
    return { is: 'constant', id: this.node(offset), value }
  }

  #fault(offset: number, message: string): Expression {
    this.#faults.push({ offset, message })
    return this.constant(null, offset)
  }

  #rule(name: string, following: Following, read: () => Expression): Expression {
    return this.#tokens.rule(name, following, read) ?? this.constant(null, this.#tokens.peek().offset)
  }

  #expression(following: Following): Expression {
    this.#depth += 1
    if (this.#depth > DEEPEST) throw tooDeep()
    const found = this.#rule('expression', following, () => {
      const condition = this.#or({ kinds: ['?'], more: true })
      if (!this.#tokens.sees('?')) return condition
      const id = this.node(this.#tokens.take().offset)
      const yes = this.#or({ kinds: [':'] })
      this.#tokens.match(':', { kinds: UNARY })
      const no = this.#expression(ENDS)
      return { is: 'call', id, name: '_?_:_', target: undefined, args: [condition, yes, no] }
    })
    this.#depth -= 1
    return found
  }

  #or(following: Following): Expression {
    return this.#chain('or', following, ['||'], (next) => this.#and(next))
  }

  #and(following: Following): Expression {
    return this.#chain('and', following, ['&&'], (next) =>
      this.#chain('relation', next, RELATIONS, (behind) =>
        this.#chain('calculation', behind, CALCULATIONS, () => this.#products()),
      ),
    )
  }

  /** Operands with operators of one rank between them, grouped from the left. */
  #chain(
    name: string,
    following: Following,
    operators: readonly string[],
    operand: (following: Following) => Expression,
  ): Expression {
    return this.#rule(name, following, () => {
      const next: Following = { kinds: operators, more: true }
      let left = operand(next)
      while (operators.includes(this.#tokens.peek().kind)) {
        if (name === 'calculation' && !SUMS.includes(this.#tokens.peek().kind)) break
        left = this.#binary(this.#tokens.take(), left, () => operand(next))
      }
      return left
    })
  }

  #products(): Expression {
    const next: Following = { kinds: CALCULATIONS, more: true }
    let left = this.#unary(next)
    while (PRODUCTS.includes(this.#tokens.peek().kind)) {
      left = this.#binary(this.#tokens.take(), left, () => this.#unary(next))
    }
    return left
  }

  #binary(operator: Token, left: Expression, readRight: () => Expression): Expression {
    const id = this.node(operator.offset)
    const name = operator.kind === 'in' ? '@in' : `_${operator.kind}_`
    return { is: 'call', id, name, target: undefined, args: [left, readRight()] }
  }

  #unary(following: Following): Expression {
    return this.#rule('unary', following, () => {
      this.#tokens.expect(UNARY)
      const sign = this.#tokens.peek()
      let count = 0
      if (sign.kind === '!') while (this.#tokens.sees('!', count)) count += 1
      else if (sign.kind === '-') {
        while (this.#tokens.sees('-', count)) count += 1
        // The last sign belongs to the number, if it is the only one.
        if (count === 1 && ['NUM_INT', 'NUM_FLOAT'].includes(this.#tokens.peek(1).kind)) count = 0
        else if (!PRIMARY.includes(this.#tokens.peek(count).kind)) throw this.#tokens.noAlternative(count)
      }
      for (let i = 0; i < count; i++) this.#tokens.take()
      const id = count % 2 === 1 ? this.node(sign.offset) : -1
      const operand = this.#member()
      if (id < 0) return operand
      const name = sign.kind === '!' ? '!_' : '-_'
      return { is: 'call', id, name, target: undefined, args: [operand] }
    })
  }

  #member(): Expression {
    return this.#rule('member', ENDS, () => {
      let operand = this.#primary()
      while (this.#tokens.sees('.') || this.#tokens.sees('[')) {
        operand = this.#tokens.sees('[') ? this.#index(operand) : this.#selection(operand)
      }
      return operand
    })
  }

  #index(operand: Expression): Expression {
    const id = this.node(this.#tokens.take().offset)
    const isOptional = this.#tokens.sees('?') && this.#tokens.take() !== undefined
    const index = this.#expression({ kinds: [']'] })
    this.#tokens.match(']', MEMBERS)
    return { is: 'call', id, name: isOptional ? '_[?_]' : '_[_]', target: undefined, args: [operand, index] }
  }

  #selection(operand: Expression): Expression {
    const isOptional = this.#tokens.sees('?', 1)
    if (!isOptional && !this.#tokens.sees('IDENTIFIER', 1)) throw this.#tokens.noAlternative(1)
    const dot = this.#tokens.take()
    if (isOptional) this.#tokens.take()
    const name = this.#tokens.match('IDENTIFIER', MEMBERS)
    const field = name?.text ?? ''
    if (isOptional) {
      const id = this.node(dot.offset)
      const args = [operand, this.constant(field, name?.offset ?? dot.offset)]
      return { is: 'call', id, name: '_?._', target: undefined, args }
    }
    if (this.#tokens.sees('(')) {
      const open = this.#tokens.take()
      return this.#call(open.offset, field, operand, this.#arguments())
    }
    return { is: 'selection', id: this.node(dot.offset), operand, field, test: false }
  }

  #arguments(): Expression[] {
    const args: Expression[] = []
    if (!this.#tokens.sees(')')) {
      this.#tokens.expect([...UNARY, ')'])
      if (!this.#tokens.sees(')')) args.push(this.#expression({ kinds: [',', ')'] }))
      while (this.#tokens.sees(',')) {
        this.#tokens.take()
        args.push(this.#expression({ kinds: [',', ')'] }))
      }
    }
    this.#tokens.match(')', MEMBERS)
    return args
  }

  #call(offset: number, name: string, target: Expression | undefined, args: Expression[]): Expression {
    const id = this.node(offset)
    const call: Call = { is: 'call', id, name, target, args }
    try {
      return this.#macros.expand(call, (at) => this.node(this.offsets[at] ?? 0)) ?? call
    } catch (error) {
      if (!(error instanceof MacroError)) throw error
      return this.#fault(this.offsets[error.at] ?? 0, error.message)
    }
  }

  #primary(): Expression {
    return this.#rule('primary', MEMBERS, () => {
      const token = this.#tokens.peek()
      switch (token.kind) {
        case '(': {
          this.#tokens.take()
          const nested = this.#expression({ kinds: [')'] })
          this.#tokens.match(')', BEHIND_PRIMARY)
          return nested
        }
        case '[':
          return this.#list()
        case '{':
          return this.#map()
        case '.':
        case 'IDENTIFIER':
          return this.#name()
        default:
          return this.#literal()
      }
    })
  }

  #name(): Expression {
    const first = this.#tokens.peek()
    if (first.kind === '.' && !this.#tokens.sees('IDENTIFIER', 1)) throw this.#tokens.noAlternative(1)
    const message = this.#message()
    if (message !== undefined) return message
    const dot = first.kind === '.' ? this.#tokens.take().text : ''
    const { text, offset } = this.#tokens.take()
    if (RESERVED.has(text)) return this.#fault(first.offset, `reserved identifier: ${text}`)
    if (!this.#tokens.sees('(')) return { is: 'identifier', id: this.node(offset), name: dot + text }
    const open = this.#tokens.take()
    return this.#call(open.offset, dot + text, undefined, this.#arguments())
  }

  /** `a.b.Type{field: value}` */
  #message(): Expression | undefined {
    let length = this.#tokens.sees('.') ? 2 : 1
    while (this.#tokens.sees('.', length) && this.#tokens.sees('IDENTIFIER', length + 1)) length += 2
    if (!this.#tokens.sees('{', length)) return undefined
    let name = ''
    for (let i = 0; i < length; i++) name += this.#tokens.take().text
    const id = this.node(this.#tokens.take().offset)
    const fields: { id: number; name: string; value: Expression }[] = []
    while (this.#tokens.sees('IDENTIFIER')) {
      const field = this.#tokens.take()
      const colon = this.#tokens.match(':', { kinds: UNARY })
      const value = this.#expression({ kinds: [',', '}'] })
      fields.push({ id: this.node(colon?.offset ?? field.offset), name: field.text, value })
      if (!this.#tokens.sees(',')) break
      this.#tokens.take()
    }
    this.#tokens.match('}', MEMBERS)
    return { is: 'message', id, name, fields }
  }

  #list(): Expression {
    const id = this.node(this.#tokens.take().offset)
    const elements: Expression[] = []
    const optional = new Set<number>()
    this.#separated(']', () => {
      if (this.#tokens.sees('?') && this.#tokens.take() !== undefined) optional.add(elements.length)
      elements.push(this.#expression({ kinds: [',', ']'] }))
    })
    return { is: 'list', id, elements, optional }
  }

  #map(): Expression {
    const id = this.node(this.#tokens.take().offset)
    const entries: MapEntry[] = []
    this.#separated('}', () => {
      const isOptional = this.#tokens.sees('?') && this.#tokens.take() !== undefined
      const key = this.#expression({ kinds: [':', ',', '}'] })
      this.#tokens.match(':', { kinds: UNARY })
      entries.push({ key, value: this.#expression({ kinds: [',', '}'] }), optional: isOptional })
    })
    return { is: 'map', id, entries }
  }

  /** Parts with commas between them, one more of which may stand before the end. */
  #separated(end: string, read: () => void): void {
    const starts = [...UNARY, '?']
    if (![',', end].includes(this.#tokens.peek().kind)) {
      this.#tokens.expect([...starts, ',', end])
      if (starts.includes(this.#tokens.peek().kind)) read()
      while (this.#tokens.sees(',') && starts.includes(this.#tokens.peek(1).kind)) {
        this.#tokens.take()
        read()
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
      return this.constant(literalValue(kind, text, isNegative), first.offset)
    } catch (error) {
      if (!(error instanceof LiteralError)) throw error
      return this.#fault(first.offset, error.message)
    }
  }
}
