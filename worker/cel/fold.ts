import { EvaluationError } from './evaluation-error.ts'
import type { Evaluate, Frame } from './frame.ts'
import { goType } from './go-types.ts'
import type { Value } from './values.ts'
import { Dict, List, ListOf } from './values.ts'

interface Fold {
  readonly range: Evaluate
  readonly initial: Evaluate
  /** The slots of the accumulator and the variable in the frame. */
  readonly accumulator: number
  readonly variable: number
  readonly condition: Evaluate
  readonly step: Evaluate
  readonly result: Evaluate
}

/** The value, or its error: a later step of a macro may absorb the error. */
export function attempt(run: Evaluate, frame: Frame): Value | EvaluationError {
  try {
    return run(frame)
  } catch (error) {
    if (error instanceof EvaluationError) return error
    throw error
  }
}

function itemsOf(range: Value): Iterable<Value> {
  // An array is iterated faster than the generator of other lists.
  if (range instanceof ListOf) return range.values
  if (range instanceof List) return range
  if (range instanceof Dict) return range.keys()
  throw new EvaluationError(`got '${goType(range)}', expected iterable type`)
}

export function compileFold({ range, initial, accumulator, variable, condition, step, result }: Fold): Evaluate {
  return (frame) => {
    const items = itemsOf(range(frame))
    frame.locals[accumulator] = attempt(initial, frame)
    for (const item of items) {
      frame.locals[variable] = item
      if (attempt(condition, frame) === false) break
      frame.locals[accumulator] = attempt(step, frame)
    }
    return result(frame)
  }
}
