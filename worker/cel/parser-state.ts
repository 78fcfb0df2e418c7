import type { Expression } from './expression.ts'
import type { Fault } from './faults.ts'
import type { TokenReader } from './syntax-errors.ts'
import type { Value } from './values.ts'

/** The tokens, nodes and faults that the parts of the parser share. */
export class ParserState {
  readonly tokens: TokenReader
  /** The offset of each node in the source, by node id. */
  readonly offsets: number[] = []
  readonly #faults: Fault[]
  /** The heights of the nodes by node id; absent for nodes whose height is 0. */
  readonly #heights: number[] = []

  constructor(tokens: TokenReader, faults: Fault[]) {
    this.tokens = tokens
    this.#faults = faults
  }

  /** Allocates a node id for the offset. */
  node(offset: number): number {
    this.offsets.push(offset)
    return this.offsets.length - 1
  }

  /**
   * The number of counted nodes on the longest path from this node to a leaf. The real server counts ternaries,
   * relations, calculations, selections, indices and calls of members, and refuses heights above `DEEPEST`.
   */
  heightOf({ id }: Expression): number {
    return this.#heights[id] ?? 0
  }

  /** Stores the height of a node: the height of its highest child, plus 1 when the node itself counts. */
  withHeight(expression: Expression, children: readonly Expression[], own: 0 | 1): Expression {
    let height: number = own
    for (const child of children) height = Math.max(height, this.heightOf(child) + own)
    if (height > 0) this.#heights[expression.id] = height
    return expression
  }

  constant(value: Value, offset: number): Expression {
    return { is: 'constant', id: this.node(offset), value }
  }

  fault(offset: number, message: string): Expression {
    this.#faults.push({ offset, message })
    return this.constant(null, offset)
  }

  /** Returns a placeholder for a rule that could not be read. */
  recover(rule: string, error: unknown): Expression {
    this.tokens.recover(rule, error)
    return this.constant(null, this.tokens.peek().offset)
  }
}
