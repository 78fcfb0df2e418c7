import type { Expression } from './expression.ts'
import type { Fault } from './faults.ts'
import { DEEPEST, tooDeep } from './faults.ts'
import type { Token } from './lexer.ts'
import { tokenize } from './lexer.ts'
import type { Macros } from './macros.ts'
import { ENDS, MemberParser, PRIMARY, UNARY } from './member-parser.ts'
import { ParserState } from './parser-state.ts'
import type { Following } from './syntax-errors.ts'
import { TokenReader } from './syntax-errors.ts'

export interface Parsed {
  readonly expression: Expression
  /** The offset of each node in the source, by node id. */
  readonly offsets: readonly number[]
  readonly faults: readonly Fault[]
}

const RELATIONS = ['==', '!=', 'in', '<', '<=', '>=', '>']
const SUMS = ['+', '-']
const PRODUCTS = ['*', '/', '%']

const END: Following = { kinds: ['EOF'] }
const NOTHING: Following = { kinds: [] }
const QUESTION: Following = { kinds: ['?'], more: true }
const COLON: Following = { kinds: [':'] }
const OPERAND: Following = { kinds: UNARY }
const OR: Following = { kinds: ['||'], more: true }
const AND: Following = { kinds: ['&&'], more: true }
const RELATION: Following = { kinds: RELATIONS, more: true }
const CALCULATION: Following = { kinds: [...SUMS, ...PRODUCTS], more: true }

/** The most code points of an expression. */
const LONGEST = 100_000

/** Reads an expression and expands its macros. The tree is valid only when `faults` is empty. */
export function parse(source: string, macros: Macros): Parsed {
  const faults: Fault[] = []
  const state = new ParserState(new TokenReader(source, tokenize(source, faults), faults), faults)
  const size = source.length > LONGEST ? [...source].length : source.length
  if (size > LONGEST) {
    faults.push({ offset: -1, message: `expression code point size exceeds limit: size: ${size}, limit ${LONGEST}` })
    return { expression: state.constant(null, 0), offsets: state.offsets, faults }
  }
  const expression = new Parser(state, macros).start()
  if (state.heightOf(expression) > DEEPEST) faults.push({ offset: -1, message: 'max recursion depth exceeded' })
  return { expression, offsets: state.offsets, faults }
}

/** The number of open rules of each kind. */
type Depths = Record<'expression' | 'relation' | 'calculation', number>

/**
 * Reads operators. Each method reads one rule of the grammar and contains its own error handling, because a rule may use only
 * one stack frame: 250 nested expressions must fit into the stack of every engine.
 */
class Parser {
  readonly #state: ParserState
  readonly #tokens: TokenReader
  readonly #members: MemberParser
  readonly #depths: Depths = { expression: 0, relation: 0, calculation: 0 }

  constructor(state: ParserState, macros: Macros) {
    this.#state = state
    this.#tokens = state.tokens
    this.#members = new MemberParser(state, macros, this)
  }

  start(): Expression {
    const tokens = this.#tokens
    tokens.enter(ENDS)
    try {
      const expression = this.expression(END)
      tokens.match('EOF', NOTHING)
      return expression
    } catch (error) {
      return this.#state.recover('start', error)
    } finally {
      tokens.leave()
    }
  }
  /** Counts an open rule. @throws CompileError */
  #deepen(rule: keyof Depths): void {
    this.#depths[rule] += 1
    if (this.#depths[rule] > DEEPEST) throw tooDeep()
  }
  expression(following: Following): Expression {
    const tokens = this.#tokens
    this.#deepen('expression')
    tokens.enter(following)
    let read: Expression
    try {
      read = this.#or(QUESTION)
      if (tokens.sees('?')) read = this.#choice(read)
    } catch (error) {
      read = this.#state.recover('expression', error)
    }
    tokens.leave()
    this.#depths.expression -= 1
    return read
  }

  /** Reads the rest of `condition ? yes : no` after its condition. */
  #choice(condition: Expression): Expression {
    const id = this.#state.node(this.#tokens.take().offset)
    const yes = this.#or(COLON)
    this.#tokens.match(':', OPERAND)
    const args = [condition, yes, this.expression(ENDS)]
    return this.#state.withHeight({ is: 'call', id, name: '_?_:_', target: undefined, args }, args, 1)
  }

  /** Reads `||` and its operands. Chains of `&&` and `||` become balanced trees, so a long chain stays shallow. */
  #or(following: Following): Expression {
    const tokens = this.#tokens
    tokens.enter(following)
    let read: Expression
    try {
      read = this.#and(OR)
      if (tokens.sees('||')) read = this.#chain('||', read)
    } catch (error) {
      read = this.#state.recover('or', error)
    }
    tokens.leave()
    return read
  }

  #and(following: Following): Expression {
    const tokens = this.#tokens
    tokens.enter(following)
    let read: Expression
    try {
      read = this.#relation(AND)
      if (tokens.sees('&&')) read = this.#chain('&&', read)
    } catch (error) {
      read = this.#state.recover('and', error)
    }
    tokens.leave()
    return read
  }

  /** Reads a chain of `&&` or `||` after its first operand. */
  #chain(operator: '&&' | '||', first: Expression): Expression {
    const operands = [first]
    const ids: number[] = []
    while (this.#tokens.sees(operator)) {
      const { offset } = this.#tokens.take()
      operands.push(operator === '||' ? this.#and(OR) : this.#relation(AND))
      ids.push(this.#state.node(offset))
    }
    return this.#balanced(`_${operator}_`, operands, ids)
  }

  /** Builds a balanced tree. `ids` are the node ids of the operators between the operands. */
  #balanced(name: string, operands: readonly Expression[], ids: readonly number[]): Expression {
    const middle = ids.length >> 1
    const [only = this.#state.constant(null, 0)] = operands
    const id = ids[middle]
    if (id === undefined) return only
    const args = [
      this.#balanced(name, operands.slice(0, middle + 1), ids.slice(0, middle)),
      this.#balanced(name, operands.slice(middle + 1), ids.slice(middle + 1)),
    ]
    return this.#state.withHeight({ is: 'call', id, name, target: undefined, args }, args, 0)
  }

  #relation(following: Following): Expression {
    const tokens = this.#tokens
    this.#deepen('relation')
    tokens.enter(following)
    let read: Expression
    try {
      read = this.#calculation(RELATION)
      while (RELATIONS.includes(tokens.peek().kind)) read = this.#applied('relation', read)
    } catch (error) {
      read = this.#state.recover('relation', error)
    }
    tokens.leave()
    this.#depths.relation -= 1
    return read
  }

  #calculation(following: Following): Expression {
    const tokens = this.#tokens
    this.#deepen('calculation')
    tokens.enter(following)
    let read: Expression
    try {
      read = this.#product()
      while (SUMS.includes(tokens.peek().kind)) read = this.#applied('calculation', read)
    } catch (error) {
      read = this.#state.recover('calculation', error)
    }
    tokens.leave()
    this.#depths.calculation -= 1
    return read
  }

  #product(): Expression {
    let left = this.#unary(CALCULATION)
    while (PRODUCTS.includes(this.#tokens.peek().kind)) left = this.#applied('product', left)
    return left
  }

  #rightOf(rule: 'relation' | 'calculation' | 'product'): Expression {
    if (rule === 'relation') return this.#calculation(RELATION)
    return rule === 'calculation' ? this.#product() : this.#unary(CALCULATION)
  }

  /** Reads an operator and its right operand. */
  #applied(rule: 'relation' | 'calculation' | 'product', left: Expression): Expression {
    const depth = rule === 'product' ? 'calculation' : rule
    const operator = this.#tokens.take()
    const id = this.#state.node(operator.offset)
    this.#deepen(depth)
    const applied = this.#binary(operator, id, [left, this.#rightOf(rule)])
    this.#depths[depth] -= 1
    return applied
  }

  #binary({ kind }: Token, id: number, args: readonly Expression[]): Expression {
    const name = kind === 'in' ? '@in' : `_${kind}_`
    return this.#state.withHeight({ is: 'call', id, name, target: undefined, args }, args, 1)
  }

  #unary(following: Following): Expression {
    this.#tokens.enter(following)
    let read: Expression
    try {
      this.#tokens.expect(UNARY)
      const sign = this.#tokens.peek()
      const count = sign.kind === '!' ? this.#negations() : this.#minuses()
      const id = count % 2 === 1 ? this.#state.node(sign.offset) : -1
      read = this.#members.member()
      if (id >= 0) read = this.#signed(sign.kind === '!' ? '!_' : '-_', id, read)
    } catch (error) {
      read = this.#state.recover('unary', error)
    }
    this.#tokens.leave()
    return read
  }

  #signed(name: string, id: number, operand: Expression): Expression {
    return this.#state.withHeight({ is: 'call', id, name, target: undefined, args: [operand] }, [operand], 0)
  }

  /** Takes every `!`, and returns their number. An operand must follow. */
  #negations(): number {
    let count = 0
    for (; this.#tokens.sees('!'); count++) {
      this.#tokens.take()
      this.#tokens.continueLoop(UNARY)
    }
    return count
  }

  /** Takes every `-` except a single one before a number, and returns the number of taken ones. */
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
}
