import { InstantiationError } from '../../worker/cel/calls.ts'
import { CompileError } from '../../worker/cel/faults.ts'
import type { Place, Step } from '../../worker/resources/notation/place.ts'

/** Reports why an expression of a configuration does not compile. @throws any other error */
export function reportExpression(error: unknown, source: string, place: Place, ...steps: readonly Step[]): void {
  if (error instanceof CompileError) place.invalid(source, `compilation failed: ${error.message}`, ...steps)
  else if (error instanceof InstantiationError)
    place.internal(`program instantiation failed: ${error.message}`, ...steps)
  else throw error
}
