import type { Value } from './values.ts'

/** A node of the syntax tree. Positions and types are stored by its `id`. */
export type Expression =
  | Constant
  | Identifier
  | Selection
  | Call
  | ListLiteral
  | MapLiteral
  | MessageLiteral
  | Comprehension

interface Node {
  readonly id: number
}
interface Constant extends Node {
  readonly is: 'constant'
  readonly value: Value
}
export interface Identifier extends Node {
  readonly is: 'identifier'
  readonly name: string
}
export interface Selection extends Node {
  readonly is: 'selection'
  readonly operand: Expression
  readonly field: string
  /** Whether the expression is `has(operand.field)` instead of `operand.field`. */
  readonly test: boolean
}
export interface Call extends Node {
  readonly is: 'call'
  readonly name: string
  readonly target: Expression | undefined
  readonly args: readonly Expression[]
}
export interface ListLiteral extends Node {
  readonly is: 'list'
  readonly elements: readonly Expression[]
  /** Indices of elements written `?e`. */
  readonly optional: ReadonlySet<number>
}
export interface MapEntry {
  readonly key: Expression
  readonly value: Expression
  readonly optional: boolean
}
export interface MapLiteral extends Node {
  readonly is: 'map'
  readonly entries: readonly MapEntry[]
}
interface MessageField {
  readonly id: number
  readonly name: string
  readonly value: Expression
  readonly optional: boolean
}
export interface MessageLiteral extends Node {
  readonly is: 'message'
  readonly name: string
  readonly fields: readonly MessageField[]
}
/** The expansion of most macros: a fold of `step` over a range until `condition` is false. */
export interface Comprehension extends Node {
  readonly is: 'comprehension'
  readonly variable: string
  readonly range: Expression
  readonly accumulator: string
  readonly initial: Expression
  readonly condition: Expression
  readonly step: Expression
  readonly result: Expression
}

/** `a.b.c` for a chain of names; undefined for another expression. */
export function qualifiedName(expression: Expression): string | undefined {
  if (expression.is === 'identifier') return expression.name
  if (expression.is !== 'selection' || expression.test) return undefined
  const operand = qualifiedName(expression.operand)
  return operand === undefined ? undefined : `${operand}.${expression.field}`
}

/** A name without the leading dot that makes it absolute. Names belong to no container, so both forms have the same meaning. */
export const withoutDot = (name: string): string => (name.startsWith('.') ? name.slice(1) : name)
