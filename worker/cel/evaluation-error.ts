/**
 * Thrown when an expression has no value, with a message such as `division by zero` or `no such key: x`. `||`, `&&` and the
 * macros may absorb it.
 */
export class EvaluationError extends Error {
  override readonly name: string = 'EvaluationError'
}

/** Thrown when the budget is spent. No operator absorbs this error. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError'
  constructor() {
    super('operation cancelled: actual cost limit exceeded')
  }
}

/** Thrown when the real server's own code fails. Nothing in the expression can absorb this error. */
export class PanicError extends Error {
  override readonly name = 'PanicError'
  constructor(fault: string) {
    super(`internal error: ${fault}`)
  }
}

/** Whether an expression has this error, in contrast to a fault of the evaluator. */
export const isOfExpression = (error: unknown): error is EvaluationError | BudgetError | PanicError =>
  error instanceof EvaluationError || error instanceof BudgetError || error instanceof PanicError

export const noSuchOverload = (what = ''): EvaluationError =>
  new EvaluationError(what === '' ? 'no such overload' : `no such overload: ${what}`)
