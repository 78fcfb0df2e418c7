import { numberOfText } from '../../../worker/api/numbers.ts'
import type { Program } from '../../../worker/cel/cel.ts'
import { compile } from '../../../worker/cel/cel.ts'
import { BudgetError } from '../../../worker/cel/evaluation-error.ts'
import { formatType } from '../../../worker/cel/types.ts'
import { HISTORY, OBJECT_FUNCTIONS, activationOf, environmentOf, type Facts } from './facts.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'

/**
 * The maximum CEL cost of one evaluation. Each element that a macro visits costs about 10. An evaluation of this cost
 * takes some tens of milliseconds.
 */
const BUDGET = 500_000

/** A mistake in an expression. Line and column are positions in its text, from 0. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
  readonly within: { readonly line: number; readonly column: number }
  constructor(message: string, within = { line: 0, column: 0 }) {
    super(message)
    this.within = within
  }
}

/** The result of an evaluation. `reason` says why the expression could not be evaluated. */
export type Verdict =
  | { readonly holds: boolean; readonly reason?: string }
  /** The expression exceeded its budget; another evaluation would exceed it too. */
  | { readonly exceeded: string }

export interface CompiledExpression {
  /** The resources that the expression names, such as `apps/deployments`. */
  readonly resources: ReadonlySet<string>
  /** The variables that the expression reads. */
  readonly reads: ReadonlySet<string>
  /** Whether the expression reads a variable of HISTORY. */
  readonly readsHistory: boolean
  /** Whether the expression reads only variables of HISTORY, so that its result stays true. */
  readonly isHistory: boolean
  run(): Verdict
}

/** @throws ExpressionError */
export function compileExpression(source: string, facts: Facts): CompiledExpression {
  const program = programOf(source, facts)
  if (program.type.kind !== 'bool' && program.type.kind !== 'dyn')
    throw new ExpressionError(`must be of type bool, and is of type ${formatType(program.type)}`)
  const resources = resourcesOf(program)
  if (program.reads.has('revision') && resources.size === 0)
    throw new ExpressionError('reads revision, so it must name a resource with objects or object')
  return {
    resources,
    reads: program.reads,
    readsHistory: [...program.reads].some((name) => HISTORY.has(name)),
    isHistory: resources.size === 0 && [...program.reads].every((name) => HISTORY.has(name)),
    run: () => verdictOf(program, facts),
  }
}

function programOf(source: string, facts: Facts): Program {
  try {
    return compile(source, environmentOf(facts))
  } catch (error) {
    throw parsedError(errorMessage(error))
  }
}

/** Reads a message of the compiler: `ERROR: <input>:1:9: undeclared reference to 'x'`, then the line and a caret. */
function parsedError(text: string): ExpressionError {
  const [, line, column, message] = /^ERROR: <input>:(-?\d+):(\d+): ([^\n]*)/.exec(text) ?? []
  if (message === undefined) return new ExpressionError(text)
  return new ExpressionError(message, {
    line: Math.max(0, numberOfText(line) - 1),
    column: Math.max(0, numberOfText(column) - 1),
  })
}

/**
 * The resources that an expression names.
 * @throws ExpressionError for a resource that is not a literal: it would not be watched
 */
function resourcesOf(program: Program): ReadonlySet<string> {
  const resources = new Set<string>()
  for (const name of OBJECT_FUNCTIONS)
    for (const [resource] of program.literalsOf(name)) {
      if (typeof resource !== 'string')
        throw new ExpressionError(`must write the resource of ${name}() as a text, such as 'apps/deployments'`)
      if (!/^([a-z0-9][a-z0-9.-]*\/)?[a-z0-9-]+$/.test(resource))
        throw new ExpressionError(`names no resource: ${JSON.stringify(resource)}; write 'pods' or 'apps/deployments'`)
      resources.add(resource)
    }
  return resources
}

function verdictOf(program: Program, facts: Facts): Verdict {
  const outcome = program.run(activationOf(facts), BUDGET)
  if ('value' in outcome) return { holds: outcome.value === true }
  if (outcome.error instanceof BudgetError)
    return { exceeded: `costs more than ${BUDGET} units; name a namespace, or test fewer objects` }
  return { holds: false, reason: outcome.error.message }
}
