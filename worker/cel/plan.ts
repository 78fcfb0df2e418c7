import type { CallCost } from './call-cost.ts'
import type { Checked } from './checker.ts'
import type { Functions } from './declarations.ts'
import type { Expression } from './expression.ts'
import type { Evaluate } from './frame.ts'
import type { Value } from './values.ts'

/** A compiled node. */
export interface Plan {
  readonly run: Evaluate
  /** The value of a constant node, which costs nothing. */
  readonly constant?: Value
  /** Whether the node is a name or a selection. Reading a part of it adds no cost for the operand. */
  readonly isPath?: boolean
}

export const constantPlan = (value: Value): Plan => ({ run: () => value, constant: value })

export const isConstant = (plan: Plan): plan is Plan & { constant: Value } => plan.constant !== undefined

/** Compiles the nodes of one tree. */
export interface NodeCompiler {
  readonly checked: Checked
  readonly functions: Functions
  compile(expression: Expression): Plan
  /** The cost of the call at a node; undefined when the call costs 1. */
  costOf(name: string, id: number): CallCost | undefined
}
