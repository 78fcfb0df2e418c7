import { BudgetError } from './evaluation-error.ts'
import type { Value } from './values.ts'

/** The values of the variables; undefined for a variable without a value. */
export type Activation = Readonly<Record<string, Value | undefined>>

/** One evaluation: its variables and its cost so far. */
export class Frame {
  readonly variables: Activation
  /** The variables of macros: a value, or the error of the element. */
  readonly locals: (Value | Error | undefined)[] = []
  cost = 0
  readonly #budget: number

  constructor(variables: Activation, budget: number) {
    this.variables = variables
    this.#budget = budget
  }

  /** Adds to the cost. Every node is charged before it returns a value, so no loop is free. @throws BudgetError */
  charge(cost: number): void {
    this.cost += cost
    if (this.cost > this.#budget) throw new BudgetError()
  }
}

/** A compiled node. */
export type Evaluate = (frame: Frame) => Value
