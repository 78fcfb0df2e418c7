import { BudgetError } from './evaluation-error.ts'
import type { Value } from './values.ts'

/** Values of the variables; undefined for one that has no value. */
export type Activation = Readonly<Record<string, Value | undefined>>

/** One evaluation: what it reads, and what it has cost so far. */
export class Frame {
  readonly variables: Activation
  /** Of macros: the value of the variable, or the error that it stands for. */
  readonly locals: (Value | Error | undefined)[] = []
  cost = 0
  readonly #budget: number

  constructor(variables: Activation, budget: number) {
    this.variables = variables
    this.#budget = budget
  }

  /** Every node pays before it answers, so that nothing can go on for nothing. @throws BudgetError */
  charge(cost: number): void {
    this.cost += cost
    if (this.cost > this.#budget) throw new BudgetError()
  }
}

/** A node that was compiled. */
export type Evaluate = (frame: Frame) => Value
