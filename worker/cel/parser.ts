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
  const expression = parser.start()
  if (parser.heightOf(expression) > DEEPEST) faults.push({ offset: -1, message: 'max recursion depth exceeded' })
  return { expression, offsets: parser.offsets, faults }
}

/** How many of these rules are being read. */
type Depths = Record<'expression' | 'relation' | 'calculation', number>

/**
 * A method reads a rule of the grammar. Its error handling is written out in each of them: 250 expressions in one another
 * must fit into the stack of every engine, so a rule may take only one frame.
 */
class Parser {
  readonly offsets: number[] = []
  readonly #macros: Macros
  readonly #faults: Fault[]
  readonly #tokens: TokenReader
  /** By the numbers of nodes; absent for nodes without a counted one below. */
  readonly #heights: number[] = []
  readonly #depths: Depths = { expression: 0, relation: 0, calculation: 0 }

  constructor(source: string, macros: Macros, faults: Fault[]) {
    this.#macros = macros
    this.#faults = faults
    this.#tokens = new TokenReader(source, tokenize(source, faults), faults)
  }

  start(): Expression {
    const tokens = this.#tokens
    tokens.enter(ENDS)
    try {
      const expression = this.#expression({ kinds: ['EOF'] })
      tokens.match('EOF', { kinds: [] })
      return expression
    } catch (error) {
      return this.#recovered('start', error)
    } finally {
      tokens.leave()
    }
  }

  /** A number for a node that stands at the offset. */
  node(offset: number): number {
    this.offsets.push(offset)
    return this.offsets.length - 1
  }

  /**
   * The most counted nodes on a way from this one down. The real server counts ternaries, relations, calculations,
   * selections, indices and calls of members, and refuses more than `DEEPEST` in one another.
   */
  heightOf({ id }: Expression): number {
    return this.#heights[id] ?? 0
  }

  /** Gives a node the height of its parts, plus 1 for a counted one. */
  #above(expression: Expression, parts: readonly Expression[], own: 0 | 1): Expression {
    const height = parts.reduce((most, part) => Math.max(most, this.heightOf(part)), 0) + own
    if (height > 0) this.#heights[expression.id] = height
    return expression
  }

  constant(value: Value, offset: number): Expression {
    return { is: 'constant', id: this.node(offset), value }
  }

  #fault(offset: number, message: string): Expression {
    this.#faults.push({ offset, message })
    return this.constant(null, offset)
  }

  /** Stands in for a rule that was given up. */
  #recovered(name: string, error: unknown): Expression {
    this.#tokens.recover(name, error)
    return this.constant(null, this.#tokens.peek().offset)
  }

  /** Counts a rule that contains itself. @throws CompileError */
  #deepen(rule: keyof Depths): void {
    this.#depths[rule] += 1
    if (this.#depths[rule] > DEEPEST) throw tooDeep()
  }

  #expression(following: Following): Expression {
    const tokens = this.#tokens
    this.#deepen('expression')
    tokens.enter(following)
    try {
      const condition = this.#or({ kinds: ['?'], more: true })
      if (!tokens.sees('?')) return condition
      const id = this.node(tokens.take().offset)
      const yes = this.#or({ kinds: [':'] })
      tokens.match(':', { kinds: UNARY })
      const args = [condition, yes, this.#expression(ENDS)]
      return this.#above({ is: 'call', id, name: '_?_:_', target: undefined, args }, args, 1)
    } catch (error) {
      return this.#recovered('expression', error)
    } finally {
      tokens.leave()
      this.#depths.expression -= 1
    }
  }

  /** `&&` and `||` make a balanced tree of their operands: a chain of any length is not deep. */
  #or(following: Following): Expression {
    const tokens = this.#tokens
    tokens.enter(following)
    try {
      const next: Following = { kinds: ['||'], more: true }
      const operands = [this.#and(next)]
      const ids: number[] = []
      while (tokens.sees('||')) {
        ids.push(this.node(tokens.take().offset))
        operands.push(this.#and(next))
      }
      return this.#balanced('_||_', operands, ids)
    } catch (error) {
      return this.#recovered('or', error)
    } finally {
      tokens.leave()
    }
  }

  #and(following: Following): Expression {
    const tokens = this.#tokens
    tokens.enter(following)
    try {
      const next: Following = { kinds: ['&&'], more: true }
      const operands = [this.#relation(next)]
      const ids: number[] = []
      while (tokens.sees('&&')) {
        ids.push(this.node(tokens.take().offset))
        operands.push(this.#relation(next))
      }
      return this.#balanced('_&&_', operands, ids)
    } catch (error) {
      return this.#recovered('and', error)
    } finally {
      tokens.leave()
    }
  }

  /** `ids` are the numbers of the operators between the operands. */
  #balanced(name: string, operands: readonly Expression[], ids: readonly number[]): Expression {
    const middle = ids.length >> 1
    const [only = this.constant(null, 0)] = operands
    const id = ids[middle]
    if (id === undefined) return only
    const args = [
      this.#balanced(name, operands.slice(0, middle + 1), ids.slice(0, middle)),
      this.#balanced(name, operands.slice(middle + 1), ids.slice(middle + 1)),
    ]
    return this.#above({ is: 'call', id, name, target: undefined, args }, args, 0)
  }

  #relation(following: Following): Expression {
    const tokens = this.#tokens
    this.#deepen('relation')
    tokens.enter(following)
    try {
      const next: Following = { kinds: RELATIONS, more: true }
      let left = this.#calculation(next)
      while (RELATIONS.includes(tokens.peek().kind)) {
        const operator = tokens.take()
        const id = this.node(operator.offset)
        this.#deepen('relation')
        left = this.#binary(operator, id, [left, this.#calculation(next)])
        this.#depths.relation -= 1
      }
      return left
    } catch (error) {
      return this.#recovered('relation', error)
    } finally {
      tokens.leave()
      this.#depths.relation -= 1
    }
  }

  #calculation(following: Following): Expression {
    const tokens = this.#tokens
    this.#deepen('calculation')
    tokens.enter(following)
    try {
      let left = this.#product()
      while (SUMS.includes(tokens.peek().kind)) {
        const operator = tokens.take()
        const id = this.node(operator.offset)
        this.#deepen('calculation')
        left = this.#binary(operator, id, [left, this.#product()])
        this.#depths.calculation -= 1
      }
      return left
    } catch (error) {
      return this.#recovered('calculation', error)
    } finally {
      tokens.leave()
      this.#depths.calculation -= 1
    }
  }

  #product(): Expression {
    const next: Following = { kinds: CALCULATIONS, more: true }
    const tokens = this.#tokens
    let left = this.#unary(next)
    while (PRODUCTS.includes(tokens.peek().kind)) {
      const operator = tokens.take()
      const id = this.node(operator.offset)
      this.#deepen('calculation')
      left = this.#binary(operator, id, [left, this.#unary(next)])
      this.#depths.calculation -= 1
    }
    return left
  }

  #binary({ kind }: Token, id: number, args: readonly Expression[]): Expression {
    const name = kind === 'in' ? '@in' : `_${kind}_`
    return this.#above({ is: 'call', id, name, target: undefined, args }, args, 1)
  }

  #unary(following: Following): Expression {
    this.#tokens.enter(following)
    try {
      this.#tokens.expect(UNARY)
      const sign = this.#tokens.peek()
      const count = sign.kind === '!' ? this.#negations() : this.#minuses()
      const id = count % 2 === 1 ? this.node(sign.offset) : -1
      const operand = this.#member()
      if (id < 0) return operand
      const name = sign.kind === '!' ? '!_' : '-_'
      return this.#above({ is: 'call', id, name, target: undefined, args: [operand] }, [operand], 0)
    } catch (error) {
      return this.#recovered('unary', error)
    } finally {
      this.#tokens.leave()
    }
  }

  /** Takes every `!`; an operand must follow. */
  #negations(): number {
    let count = 0
    for (; this.#tokens.sees('!'); count++) {
      this.#tokens.take()
      this.#tokens.continueLoop(UNARY)
    }
    return count
  }

  /** Takes every `-` but one that belongs to a number. */
  #minuses(): number {
    let count = 0
    while (this.#tokens.sees('-', count)) count += 1
    if (count === 1 && ['NUM_INT', 'NUM_FLOAT'].includes(this.#tokens.peek(1).kind)) return 0
    for (let i = 1; i < count; i++) this.#tokens.take()
    if (count > 0) {
      if (!PRIMARY.includes(this.#tokens.peek(1).kind)) throw this.#tokens.noAlternative(1)
      this.#tokens.take()
    }
    return count
  }

  #member(): Expression {
    this.#tokens.enter(ENDS)
    try {
      let operand = this.#primary()
      while (this.#tokens.sees('.') || this.#tokens.sees('[')) {
        operand = this.#tokens.sees('[') ? this.#index(operand) : this.#selection(operand)
      }
      return operand
    } catch (error) {
      return this.#recovered('member', error)
    } finally {
      this.#tokens.leave()
    }
  }

  #index(operand: Expression): Expression {
    const id = this.node(this.#tokens.take().offset)
    const isOptional = this.#tokens.sees('?') && this.#tokens.take() !== undefined
    const index = this.#expression({ kinds: [']'] })
    this.#tokens.match(']', MEMBERS)
    const args = [operand, index]
    return this.#above({ is: 'call', id, name: isOptional ? '_[?_]' : '_[_]', target: undefined, args }, args, 1)
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
      return this.#above({ is: 'call', id, name: '_?._', target: undefined, args }, args, 1)
    }
    if (this.#tokens.sees('(')) {
      const open = this.#tokens.take()
      return this.#call(open.offset, field, operand, this.#arguments())
    }
    return this.#above({ is: 'selection', id: this.node(dot.offset), operand, field, test: false }, [operand], 1)
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
    const parts = target === undefined ? args : [target, ...args]
    try {
      const expanded = this.#macros.expand(call, (at) => this.node(this.offsets[at] ?? 0)) ?? call
      return this.#above(expanded, parts, target === undefined ? 0 : 1)
    } catch (error) {
      if (!(error instanceof MacroError)) throw error
      return this.#fault(this.offsets[error.at] ?? 0, error.message)
    }
  }

  #primary(): Expression {
    this.#tokens.enter(MEMBERS)
    try {
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
    } catch (error) {
      return this.#recovered('primary', error)
    } finally {
      this.#tokens.leave()
    }
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
    return this.#above(
      { is: 'message', id, name, fields },
      fields.map(({ value }) => value),
      0,
    )
  }

  #list(): Expression {
    const id = this.node(this.#tokens.take().offset)
    const elements: Expression[] = []
    const optional = new Set<number>()
    this.#separated(']', () => {
      if (this.#tokens.sees('?') && this.#tokens.take() !== undefined) optional.add(elements.length)
      elements.push(this.#expression({ kinds: [',', ']'] }))
    })
    return this.#above({ is: 'list', id, elements, optional }, elements, 0)
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
    return this.#above(
      { is: 'map', id, entries },
      entries.flatMap(({ key, value }) => [key, value]),
      0,
    )
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
