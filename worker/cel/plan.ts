import type { CallCost } from './call-cost.ts'
import type { Checked } from './checker.ts'
import type { Functions } from './declarations.ts'
import type { Expression } from './expression.ts'
import type { Evaluate } from './frame.ts'
import type { Value } from './values.ts'

/** A compiled node. */
export interface Plan {
  readonly run: Evaluate
  /** Present where it is always the same; such a node costs nothing. */
  readonly constant?: Value
  /** A name, or a part of something: reading a part of it does not pay for a value of its own. */
  readonly isPath?: boolean
}

export const constantPlan = (value: Value): Plan => ({ run: () => value, constant: value })

export const isConstant = (plan: Plan): plan is Plan & { constant: Value } => plan.constant !== undefined

/** What compiles the nodes of one tree. */
export interface NodeCompiler {
  readonly checked: Checked
  readonly functions: Functions
  compile(expression: Expression): Plan
  /** Of a call of the function at the node; undefined: 1. */
  costOf(name: string, id: number): CallCost | undefined
}
